#pragma once
// What requests about games have in common (game_player.h, matrix_player.h): their members, one by one, and what is wrong with
// them.
#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/deck/deck.h"

namespace archon {

inline constexpr int64_t kMostPlayed = 1'000'000, kMostGameNumber = int64_t{1} << 40;  // games of a request; number of a game

// Each member is asked for where it is needed; a problem is noted for one that is missing or wrong, and something harmless is
// given back.
class PlayRequest {
 public:
  explicit PlayRequest(const nlohmann::json& json) : json_(json) {}

  void problem(std::string what) { problems_.push_back(std::move(what)); }
  bool good() const { return problems_.empty(); }
  std::string refused() const;  // the answer: {"problems": [...]}

  bool has(const char* key) const { return json_.contains(key); }
  int64_t number(const char* key, int64_t otherwise, int64_t most);
  std::array<int, 2> chains();
  bool flag(const char* key);
  uint64_t seed();  // a text, since numbers of JavaScript end at 53 bits
  std::vector<std::string> texts(const char* key);
  std::vector<std::vector<int64_t>> rows(const char* key);  // of whole numbers
  std::vector<double> numbers(const char* key);             // may be missing
  std::string agent(const char* key);                       // one that can play
  std::vector<Deck> decks(const char* key);                 // of texts that are deck files

 private:
  int64_t whole(const nlohmann::json& value, const char* key, int64_t most);

  const nlohmann::json& json_;
  std::vector<std::string> problems_;
};

}  // namespace archon
