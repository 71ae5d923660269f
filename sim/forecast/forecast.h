#pragma once
// Who will win, seen when a turn begins: a logistic model, linear in the numbers of the evaluation
// (agents/reading/evaluation.h) and in the cards, each by where it is. It knows how strong decks are, which no decision
// changes; so it forecasts better than what agents judge by, and plays no better.
//
//   log(p / (1 - p)) = position . features + sum of the weights of the cards, those of the other player with the other sign
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/reading/evaluation.h"
#include "agents/reading/named_weights.h"
#include "engine/view/view.h"

namespace archon {

// Where a card counts.
#define ARCHON_FORECAST_ZONES(X)                                   \
  X(List)      /* in the deck list, wherever it is: once a copy */ \
  X(Hand)      /* in the hand of the player who forecasts, only */ \
  X(Line)      /* creatures in play */                             \
  X(Artifacts) /* artifacts in play */                             \
  X(Upgrades)  /* on a creature of this side, whosever the upgrade is */

enum class ForecastZone : uint8_t {
#define X(name) name,
  ARCHON_FORECAST_ZONES(X)
#undef X
};
inline constexpr int kForecastZones = static_cast<int>(ForecastZone::Upgrades) + 1;
std::string_view zone_name(ForecastZone zone);

struct Forecast {
  std::array<float, kFeatures> position{};
  std::vector<std::array<float, kForecastZones>> cards;  // of each card of the table, in logits

  Forecast();  // all 0
};

// Calls visit(card of the table, zone, +1 for the player of the view or -1) for each card that counts, those of the lists
// apart. `card_of`: of card_of_definition().
template <class Visit>
void for_each_forecast_card(const View& view, std::span<const uint16_t> card_of, Visit visit) {
  const auto each = [&](CardId id, ForecastZone zone, int sign) { visit(card_of[view.card(id).definition], zone, sign); };
  for (CardId id : view.hand()) each(id, ForecastZone::Hand, 1);
  for (int player = 0; player < 2; ++player) {
    const int sign = player == view.player() ? 1 : -1;
    for (CardId id : view.artifacts(player)) each(id, ForecastZone::Artifacts, sign);
    for (CardId id : view.battleline(player)) {
      each(id, ForecastZone::Line, sign);
      for (CardId upgrade : view.upgrades(id)) each(upgrade, ForecastZone::Upgrades, sign);
    }
  }
}

// What the deck list of player 0 adds to the logit of player 0, less that of player 1.
float list_advantage(const Forecast& forecast, const Matchup& m);

// The probability that the player of the view, whose turn begins, wins; 0, 1/2 or 1 when the game is over. O(cards in sight).
float win_probability(const Forecast& forecast, const View& view);

// As text (agents/reading/named_weights.h): a line a feature, a line a card with its weights by zone. `comments` at the top.
std::string forecast_text(const Forecast& forecast, std::vector<std::string> comments);
// Nothing when `problem` says what is wrong: "line 3: ...".
std::optional<Forecast> parse_forecast(std::string_view text, std::string& problem, NameGaps& gaps);

// The one that is part of the program: sim/forecast/forecast.txt.
const Forecast& built_in_forecast();

}  // namespace archon
