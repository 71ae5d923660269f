#include "sim/play/threads.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace archon {

int thread_count(int threads) { return threads > 0 ? threads : tbb::this_task_arena::max_concurrency(); }

void parallel_for(size_t count, int threads, const std::function<void(size_t)>& work) {
  const auto work_on = [&](const tbb::blocked_range<size_t>& range) {
    for (size_t i = range.begin(); i < range.end(); ++i) work(i);
  };
  // The limit is for more threads than cores, the arena for fewer.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(thread_count(threads)));
  tbb::task_arena arena(thread_count(threads));
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<size_t>(0, count), work_on, tbb::simple_partitioner()); });
}

}  // namespace archon
