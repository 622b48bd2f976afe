#pragma once

namespace gdlc::asp {

// Lets the C library keep what is freed, for a process that grounds a program and ends. gringo
// frees many small pieces between large ones: each time the small ones were put together, and the
// top of the heap was given back and asked for again, a tenth of all its time.
void keep_freed_memory();

}  // namespace gdlc::asp
