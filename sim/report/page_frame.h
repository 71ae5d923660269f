#pragma once
// The file around the data of a page: head, style sheet, icons, a plain part for those without script, the script that draws
// the rest (assets/).
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace archon::report {

inline constexpr int kPageVersion = 3;  // of the format of the data (README.md)

struct Frame {
  std::string title{}, description{};  // texts
  std::string address{};               // where the page will be found, an URL; empty: unknown
  std::string plain{};                 // HTML: what a reader without script sees
};

// The whole file.
std::string framed(const Frame& frame, nlohmann::json data);

std::string escaped(std::string_view text);  // for HTML text and attributes in double quotes

// JSON for a script element: no byte of it ends the element or begins a comment, and old browsers take it for JavaScript as
// well.
std::string script_json(nlohmann::json data);

}  // namespace archon::report
