#include "sim/play/threads.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace archon {

int thread_count(int threads) { return threads > 0 ? threads : tbb::this_task_arena::max_concurrency(); }

// The thread sanitizer does not see how oneTBB, which is not compiled with it, passes work from thread to thread, and takes all
// of that for races. Under it threads are started anew for each loop.
#if defined(__SANITIZE_THREAD__)

void parallel_for(size_t count, int threads, const std::function<void(size_t)>& work) {
  std::atomic<size_t> next{0};
  std::mutex mutex;
  std::exception_ptr error;
  const auto work_on = [&] {
    try {
      for (size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::scoped_lock lock(mutex);
      error = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> all(static_cast<size_t>(thread_count(threads)));
  for (std::thread& each : all) each = std::thread(work_on);
  for (std::thread& each : all) each.join();
  if (error) std::rethrow_exception(error);
}

#else

void parallel_for(size_t count, int threads, const std::function<void(size_t)>& work) {
  const auto work_on = [&](const tbb::blocked_range<size_t>& range) {
    for (size_t i = range.begin(); i < range.end(); ++i) work(i);
  };
  // The limit is for more threads than cores, the arena for fewer.
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, static_cast<size_t>(thread_count(threads)));
  tbb::task_arena arena(thread_count(threads));
  arena.execute([&] { tbb::parallel_for(tbb::blocked_range<size_t>(0, count), work_on, tbb::simple_partitioner()); });
}

#endif

}  // namespace archon
