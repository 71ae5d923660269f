#include "agents/reading/weights_files.h"

namespace archon {

std::pair<std::string, std::string> split_digest(std::string_view named) {
  constexpr size_t kDigits = 16;
  const size_t sign = named.rfind('@');
  const std::string_view digest = sign == std::string_view::npos ? std::string_view() : named.substr(sign + 1);
  if (digest.size() != kDigits || digest.find_first_not_of("0123456789abcdef") != std::string_view::npos)
    return {std::string(named), ""};
  return {std::string(named.substr(0, sign)), std::string(digest)};
}

}  // namespace archon
