#include "core/layers/kernel_loops.hpp"

namespace gdlc::layers {

extern const Kernel kernel_avx2;
const Kernel kernel_avx2 = {"avx2", run_code, gather_bits, equal_lanes, transpose_rows};

}  // namespace gdlc::layers
