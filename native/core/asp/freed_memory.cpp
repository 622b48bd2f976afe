#include "core/asp/freed_memory.hpp"

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace gdlc::asp {

void keep_freed_memory() {
#ifdef __GLIBC__
  constexpr int chunk = 1 << 26;  // asked for at once
  mallopt(M_MXFAST, 0);           // no lists of small pieces that are put together later
  mallopt(M_TOP_PAD, chunk);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
#endif
}

}  // namespace gdlc::asp
