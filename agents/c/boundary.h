#pragma once
// Where C++ ends: what is thrown becomes a code and the text of archon_last_error().
#include <exception>
#include <string>
#include <utility>

#include "agents/c/archon.h"

namespace archon::c {

// Why a call fails.
struct Failure {
  archon_code code;
  std::string why;
};

// Makes a failure the last one of this thread, and gives its code back.
archon_code failed(archon_code code, const char* why) noexcept;

inline void require(bool holds, const char* why) {
  if (!holds) throw Failure{ARCHON_BAD_ARGUMENT, why};
}
inline void require_pointer(const void* pointer, const char* name) {
  if (!pointer) throw Failure{ARCHON_BAD_ARGUMENT, std::string(name) + " is a null pointer"};
}

template <class Work>
archon_code guarded(Work&& work) noexcept {
  try {
    std::forward<Work>(work)();
    return ARCHON_OK;
  } catch (const Failure& failure) {
    return failed(failure.code, failure.why.c_str());
  } catch (const std::exception& error) {
    return failed(ARCHON_FAILED, error.what());
  } catch (...) {
    return failed(ARCHON_FAILED, "unknown fault");
  }
}

}  // namespace archon::c
