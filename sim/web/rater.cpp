#include "sim/web/rater.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "engine/core/embed.h"
#include "engine/deck/deck_link.h"
#include "engine/deck/import.h"
#include "engine/deck/pods.h"
#include "engine/deck/text_input.h"
#include "engine/facts/restricted.h"
#include "sim/pods/build_rater.h"
#include "sim/ratings/rating_model.h"
#include "sim/web/deck_answers.h"

namespace archon {
namespace web {
namespace {

using Json = nlohmann::json;

constexpr size_t kMostBuilds = 200, kMostDecks = 200, kSealedDecks = 3;

std::string failed(const std::string& what) { return JsonMembers().put("error", json(what)).text(); }

std::string text_in(const Json& request, const char* key) {
  const auto found = request.find(key);
  return found != request.end() && found->is_string() ? found->get<std::string>() : "";
}

size_t number_in(const Json& request, const char* key, size_t otherwise) {
  const auto found = request.find(key);
  return found != request.end() && found->is_number_unsigned() ? found->get<size_t>() : otherwise;
}

// The decks of a request, or what is wrong with it.
std::vector<Deck> decks_in(const Json& request, std::string& problem) {
  std::vector<Deck> decks;
  const auto list = request.find("decks");
  if (list == request.end() || !list->is_array()) problem = "the request needs \"decks\", texts of deck files";
  for (size_t i = 0; problem.empty() && i < list->size(); ++i) {
    const std::string place = "decks[" + std::to_string(i) + "]";
    DeckResult read = (*list)[i].is_string() ? parse_deck((*list)[i].get_ref<const std::string&>()) : DeckResult{};
    if (read.deck)
      decks.push_back(*std::move(read.deck));
    else
      problem = read.problems.empty() ? place + " is no text" : format_problem(place, read.problems.front());
  }
  return decks;
}

std::string read_answer(const std::vector<Deck>& decks, const std::vector<UnreadDeck>& unread,
                        const std::vector<DeckProblem>& problems, const std::vector<DeckProblem>& warnings) {
  std::vector<std::string> rated, not_read;
  for (const Deck& each : decks) rated.push_back(deck_answer(each).text());
  for (const UnreadDeck& each : unread)
    not_read.push_back(JsonMembers().put("name", json(each.name)).put("line", json(int64_t{each.line})).text());
  return JsonMembers()
      .put("decks", json_list(rated))
      .put("unread", json_list(not_read))
      .put("problems", problems_answer(problems))
      .put("warnings", problems_answer(warnings))
      .text();
}

std::string rate(const Json& request) {
  if (!request.contains("text")) return failed("the request needs \"text\", the decks");
  const std::string text = text_in(request, "text");
  const ImportResult read = import_decks(text, deck_name_of(text_in(request, "name")));
  return read_answer(read.decks, read.unread, read.problems, read.warnings);
}

std::string decode(const Json& request) {
  const LinkedDecks linked = read_deck_link(text_in(request, "link"));
  return read_answer(linked.decks, {}, linked.problems, {});
}

std::string encode(const Json& request) {
  std::string problem;
  const std::vector<Deck> decks = decks_in(request, problem);
  return problem.empty() ? JsonMembers().put("code", json(deck_link(decks))).text() : failed(problem);
}

std::string deck(const Json& request) {
  std::string problem;
  const std::vector<Deck> decks = decks_in(request, problem);
  if (problem.empty() && decks.size() != 1) problem = "one deck is needed";
  return problem.empty() ? cards_answer(decks.front()) : failed(problem);
}

// ---------------------------------------------------------------- builds

std::string build_answer(const std::vector<Deck>& decks, const Build& build) {
  std::vector<std::string> pods;
  for (const Pod& each : build.pods)
    pods.push_back(JsonMembers().put("deck", json(int64_t{each.deck})).put("house", json(house_title(each.house))).text());
  return deck_answer(deck_of(decks, build))
      .put("pods", json_list(pods))
      .put("extras", build.extras < 0 ? kJsonNull : json(int64_t{build.extras}))
      .text();
}

std::string build(const Json& request) {
  std::string problem;
  const std::vector<Deck> decks = decks_in(request, problem);
  const std::optional<DeckFormat> format = find_format(text_in(request, "format"));
  const RestrictedList* list = nullptr;
  if (problem.empty()) list = find_restricted_list("", problem);
  if (problem.empty() && (!format || *format == DeckFormat::Archon)) problem = "format is alliance or sealed";
  if (problem.empty() && decks.empty()) problem = "no decks to build of";
  if (problem.empty() && *format == DeckFormat::Sealed && decks.size() > kSealedDecks)
    problem = "Sealed: a player has up to three decks, not " + std::to_string(decks.size());
  if (problem.empty() && decks.size() > kMostDecks) problem = "at most " + std::to_string(kMostDecks) + " decks";
  if (!problem.empty()) return failed(problem);
  const size_t most = std::min(kMostBuilds, number_in(request, "most", kMostBuilds));
  const BuildSearch search = search_sets(built_in_ratings(), decks, *format, *list, most);
  std::vector<std::string> builds;
  for (const RatedBuild& each : search.best) builds.push_back(build_answer(decks, each.build));
  return JsonMembers()
      .put("legal", json(search.legal))
      .put("list", *format == DeckFormat::Alliance ? json(list->day) : kJsonNull)
      .put("builds", json_list(builds))
      .text();
}

std::string about(const Json&) {
  JsonMembers sets;
  for (const Expansion& each : card_sets()) sets.put(each.code, json(each.name));
  const std::vector<std::string> comments = built_in_rating_comments();
  return JsonMembers().put("values", json(comments.empty() ? "unknown" : comments.front())).put("sets", sets.text()).text();
}

std::string strengths(const Json& request) {
  std::string problem;
  const std::vector<Deck> decks = decks_in(request, problem);
  std::vector<std::string> known;
  for (const Deck& each : decks) known.push_back(json(rate_deck(built_in_ratings(), each).strength));
  return problem.empty() ? JsonMembers().put("strengths", json_list(known)).text() : failed(problem);
}

std::string facts_text(const Json&) { return JsonMembers().put("facts", json(embedded_text("engine/facts/facts.tsv"))).text(); }

using Answer = std::string (*)(const Json&);
constexpr std::array<std::pair<std::string_view, Answer>, 8> kRequests = {{{"rate", rate},
                                                                           {"decode", decode},
                                                                           {"encode", encode},
                                                                           {"deck", deck},
                                                                           {"build", build},
                                                                           {"about", about},
                                                                           {"strengths", strengths},
                                                                           {"facts", facts_text}}};

}  // namespace
}  // namespace web

std::string answer_rating(std::string_view text) {
  using namespace web;
  if (json_depth(text) > kMaxJsonDepth) return failed("JSON nested deeper than 32 brackets is no request");
  const Json request = Json::parse(text, nullptr, false);
  if (!request.is_object()) return failed("a request is an object of JSON");
  const std::string what = text_in(request, "do");
  std::string known;
  for (const auto& [word, answer] : kRequests) {
    if (word == what) return answer(request);
    known += (known.empty() ? "" : ", ") + std::string(word);
  }
  return failed("\"do\" is one of " + known);
}

}  // namespace archon
