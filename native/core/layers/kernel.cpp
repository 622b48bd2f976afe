#include "core/layers/kernel.hpp"

#include <vector>

namespace gdlc::layers {

extern const Kernel kernel_portable;
#ifdef GDLC_X86_KERNELS
extern const Kernel kernel_avx2;
extern const Kernel kernel_avx512;
#endif

std::span<const Kernel* const> kernels() {
  static const std::vector<const Kernel*> found = [] {
    std::vector<const Kernel*> all = {&kernel_portable};
#ifdef GDLC_X86_KERNELS
    if (__builtin_cpu_supports("avx2")) all.push_back(&kernel_avx2);
    if (__builtin_cpu_supports("avx512f")) all.push_back(&kernel_avx512);
#endif
    return all;
  }();
  return found;
}

const Kernel& best_kernel() {
  return *kernels().back();
}

}  // namespace gdlc::layers
