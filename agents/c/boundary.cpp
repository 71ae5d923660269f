#include "agents/c/boundary.h"

namespace archon::c {
namespace {

std::string& last_error() {
  thread_local std::string text;
  return text;
}

}  // namespace

archon_code failed(archon_code code, const char* why) noexcept {
  try {
    last_error() = why;
  } catch (...) {
    last_error().clear();  // no memory to say that there is none
  }
  return code;
}

}  // namespace archon::c

int32_t archon_api_version(void) { return ARCHON_API_VERSION; }
const char* archon_last_error(void) { return archon::c::last_error().c_str(); }
