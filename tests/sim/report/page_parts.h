#pragma once
// Parts of a page for the tests of sim/report.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

namespace archon {

inline size_t occurrences(const std::string& text, const std::string& part) {
  size_t count = 0;
  for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

// What lies between two texts, the first time.
inline std::string between(const std::string& text, const std::string& before, const std::string& after) {
  const size_t from = text.find(before);
  REQUIRE(from != std::string::npos);
  const size_t to = text.find(after, from + before.size());
  REQUIRE(to != std::string::npos);
  return text.substr(from + before.size(), to - from - before.size());
}

inline nlohmann::json page_data(const std::string& html) {
  return nlohmann::json::parse(between(html, "id=data>", "</script>"));
}

// What the golden file has. ARCHON_UPDATE_GOLDEN=1 writes it anew: look at the page in a browser then.
inline std::string golden_text(const std::string& name, const std::string& data) {
  const std::string file = ARCHON_SOURCE_DIR "/tests/sim/report/" + name;
  if (std::getenv("ARCHON_UPDATE_GOLDEN")) std::ofstream(file, std::ios::binary) << data;
  std::stringstream golden;
  golden << std::ifstream(file, std::ios::binary).rdbuf();
  return golden.str();
}

}  // namespace archon
