#pragma once
// What a module answers: each module has one of these.
#include <string>
#include <string_view>

namespace archon {

std::string answer_request(std::string_view request);  // JSON, both

}  // namespace archon
