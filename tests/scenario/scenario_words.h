#pragma once
// Words of scenario files.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/state.h"
#include "engine/engine.h"

namespace scenario {

std::string_view trim(std::string_view text);
// Splits at a separator outside of parentheses; parts are trimmed.
std::vector<std::string_view> split(std::string_view text, char separator);
std::vector<std::string> words_of(std::string_view text);
std::string joined(const std::vector<std::string>& words, size_t from = 0);
std::optional<int> number_of(std::string_view word);
int player_of(std::string_view word);  // A 0, B 1, else -1
std::optional<archon::Zone> zone_of_word(std::string_view word);
std::optional<archon::Step> step_of_word(std::string_view word);
std::string_view zone_word(archon::Zone zone);
std::string_view step_word(archon::Step step);
std::string_view choice_word(archon::ChoiceKind kind);
std::string_view verb_word(archon::Verb verb);
std::string hint(std::string_view word, const std::vector<std::string>& candidates);  // "; did you mean ...?" or empty

}  // namespace scenario
