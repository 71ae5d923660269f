// What a module exports beside its memory:
//   archon_alloc(size)             room for a request, or 0
//   archon_free(pointer)           gives it back
//   archon_call(request, length)   where two numbers of 32 bits stand: address and length of the answer, which holds until the
//                                  next call
#include <cstdint>
#include <cstdlib>
#include <string>

#include "sim/web/module/answer.h"

extern "C" {

[[clang::export_name("archon_alloc")]] void* archon_alloc(size_t size) { return std::malloc(size); }

[[clang::export_name("archon_free")]] void archon_free(void* pointer) { std::free(pointer); }

[[clang::export_name("archon_call")]] const uint32_t* archon_call(const char* request, size_t length) {
  static std::string answer;
  static uint32_t where[2];
  answer = archon::answer_request({request, length});
  where[0] = static_cast<uint32_t>(reinterpret_cast<uintptr_t>(answer.data()));
  where[1] = static_cast<uint32_t>(answer.size());
  return where;
}
}
