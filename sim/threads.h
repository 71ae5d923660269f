#pragma once
// How many cores a run uses.
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

namespace archon {

// Runs `work` so that parallel loops in it use `threads` threads; 0: one a core.
template <class Work>
void with_threads(int threads, Work work) {
  const int count = threads > 0 ? threads : tbb::this_task_arena::max_concurrency();
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(count));
  tbb::task_arena arena(count);
  arena.execute(work);
}

}  // namespace archon
