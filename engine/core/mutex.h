#pragma once
// A lock where there are threads. The standard library for WebAssembly has none, and a program there has one thread.
#ifdef __wasm__

namespace archon {
struct Mutex {};
struct Lock {
  explicit Lock(Mutex&) {}
};
}  // namespace archon

#else
#include <mutex>

namespace archon {
using Mutex = std::mutex;
using Lock = std::lock_guard<std::mutex>;
}  // namespace archon

#endif
