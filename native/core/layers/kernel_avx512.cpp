#include "core/layers/kernel_loops.hpp"

namespace gdlc::layers {

extern const Kernel kernel_avx512;
const Kernel kernel_avx512 = {"avx512", run_code, gather_bits, equal_lanes, transpose_rows};

}  // namespace gdlc::layers
