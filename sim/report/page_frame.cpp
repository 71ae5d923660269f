#include "sim/report/page_frame.h"

#include <array>
#include <cassert>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "engine/core/embed.h"

namespace archon::report {
namespace {

constexpr std::string_view kFolder = "sim/report/assets/";
// In the order in which the page runs them; what only pages of some kinds need says so.
struct Script {
  std::string_view file, page;
};
constexpr std::array<Script, 14> kScripts = {{{"elements.js", ""},
                                              {"unpack.js", ""},
                                              {"chart.js", ""},
                                              {"heat_map.js", "matrix document"},
                                              {"deck.js", "matrix deck"},
                                              {"matrix.js", "matrix"},
                                              {"decks.js", "matrix"},
                                              {"tools.js", ""},
                                              {"document.js", "document"},
                                              {"picture.js", "document"},
                                              {"tip.js", "matrix"},
                                              {"game.js", "game"},
                                              {"show_matrix.js", "matrix"},
                                              {"page.js", ""}}};

std::string asset(std::string_view name) { return std::string(embedded_text(std::string(kFolder) + std::string(name))); }

std::string style_of(std::string_view page) { return asset("report.css") + (page == "game" ? asset("game.css") : ""); }

std::string scripts_of(std::string_view page) {
  std::string text = "(() => {\n'use strict';\n";
  for (const auto& [file, pages] : kScripts)
    if (pages.empty() || pages.find(page) != std::string_view::npos) text += asset(file);
  return text + "})();\n";
}

// The text with its {{holes}} filled; what fills them is not looked at again.
std::string filled(std::string_view text, const std::map<std::string, std::string, std::less<>>& values) {
  std::string out;
  size_t size = text.size();
  for (const auto& [name, value] : values) size += value.size();
  out.reserve(size);
  while (true) {
    const size_t open = text.find("{{");
    if (open == std::string_view::npos) return out.append(text);
    const size_t close = text.find("}}", open);
    const auto value = values.find(text.substr(open + 2, close - open - 2));
    assert(value != values.end());
    out.append(text.substr(0, open)).append(value->second);
    text.remove_prefix(close + 2);
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string html;
  for (const char c : text) {
    if (c == '&')
      html += "&amp;";
    else if (c == '<')
      html += "&lt;";
    else if (c == '>')
      html += "&gt;";
    else if (c == '"')
      html += "&quot;";
    else
      html += c;
  }
  return html;
}

std::string script_json(nlohmann::json data) {
  std::string json = data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  data = nullptr;  // pages of many decks are large
  constexpr std::array<std::pair<std::string_view, std::string_view>, 3> kEscapes = {
      {{"<", "\\u003c"}, {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}}};
  for (const auto& [text, escape] : kEscapes)
    for (size_t at = json.find(text); at != std::string::npos; at = json.find(text, at + escape.size()))
      json.replace(at, text.size(), escape);
  return json;
}

std::string framed(const Frame& frame, nlohmann::json data) {
  const std::string page = data.at("page").get<std::string>();
  const std::string address =
      frame.address.empty() ? std::string() : "<meta property=og:url content=\"" + escaped(frame.address) + "\">\n";
  return filled(asset("page.html"), {{"title", escaped(frame.title)},
                                     {"description", escaped(frame.description)},
                                     {"address", address},
                                     {"style", style_of(page)},
                                     {"icons", asset("icons.svg")},
                                     {"plain", frame.plain},
                                     {"data", script_json(std::move(data))},
                                     {"script", scripts_of(page)}});
}

}  // namespace archon::report
