#include "sim/command/stack_check.h"

#include <pthread.h>

#include <cstddef>

namespace archon::cli {

std::string stack_problem() {
  constexpr size_t kNeed = 192 << 10;  // bytes; README.md says what was measured
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return "";  // the system does not tell
  void* lowest = nullptr;
  size_t size = 0;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  const auto left = static_cast<size_t>(reinterpret_cast<char*>(&size) - static_cast<char*>(lowest));
  if (left >= kNeed) return "";
  return "the stack has " + std::to_string(left >> 10) + " KB left, and " + std::to_string(kNeed >> 10) +
         " KB are needed (ulimit -s 8192)";
}

}  // namespace archon::cli
