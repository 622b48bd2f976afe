#include "core/layers/kernel_loops.hpp"

namespace gdlc::layers {

extern const Kernel kernel_portable;
const Kernel kernel_portable = {"portable", run_code, gather_bits, equal_lanes, transpose_rows};

}  // namespace gdlc::layers
