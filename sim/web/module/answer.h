#pragma once
// What a module answers: each module has one of these.
#include <string>
#include <string_view>

namespace archon {

std::string answer_request(std::string_view request);  // JSON, both

// The same of a module that has no_system.cpp, which has seen to it that there are facts.
std::string answer_with_facts(std::string_view request);

}  // namespace archon
