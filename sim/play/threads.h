#pragma once
// Parallel loops. oneTBB runs them, but only threads.cpp includes it, because its headers are slow to compile.
#include <cstddef>
#include <functional>

namespace archon {

int thread_count(int threads);  // as many as asked for; 0: one a core

// Calls work(0), work(1) ... work(count - 1) once each, in any order, on `threads` threads (0: one a core). Calls are given out
// one by one, which costs less than a microsecond each. An exception of `work` ends the loop and is passed on.
void parallel_for(size_t count, int threads, const std::function<void(size_t)>& work);

}  // namespace archon
