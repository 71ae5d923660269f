#include "sim/command/fetch.h"

#include <algorithm>
#include <cstdlib>
#ifdef ARCHON_FETCH
#include <curl/curl.h>

#include <memory>
#endif

#include "engine/deck/deck_identity.h"
#include "sim/results/version.h"

namespace archon::cli {
namespace {

constexpr size_t kIdBytes = 36;
constexpr std::string_view kRegistry = "https://www.keyforgegame.com";
constexpr std::string_view kSites[] = {"keyforgegame.com/", "decksofkeyforge.com/", "archonarcana.com/"};

}  // namespace

bool is_link(std::string_view word) {
  const auto begins = [&](std::string_view with) { return word.starts_with(with); };
  const auto site = [&](std::string_view of) { return begins(of) || begins("www." + std::string(of)); };
  return begins("http://") || begins("https://") || std::ranges::any_of(kSites, site) ||
         (word.size() == kIdBytes && !find_uuid(word).empty());
}

std::string linked_deck(std::string_view word) { return is_link(word) ? find_uuid(word) : ""; }

std::string registry_address(const std::string& id) {
  const char* mirror = std::getenv("ARCHON_REGISTRY");
  return (mirror && *mirror ? std::string(mirror) : std::string(kRegistry)) + "/api/decks/" + id + "/?links=cards";
}

std::string link_advice(std::string_view word) {
  const std::string id = linked_deck(word);
  if (id.empty()) return "save the deck as JSON, CSV or text, and name that file";
  return "save " + registry_address(id) + " as a file and name that" +
         (can_fetch() ? "; --fetch loads it" : "; this build can't load it, one with ARCHON_FETCH can");
}

#ifdef ARCHON_FETCH

bool can_fetch() { return true; }

namespace {

constexpr long kSeconds = 30, kRedirections = 5;
constexpr long kFirstFailure = 400, kTooOften = 429;

struct Received {
  std::string text;
  size_t most;
  bool too_large = false;
};

size_t receive(const char* bytes, size_t size, size_t count, void* to) {
  auto& received = *static_cast<Received*>(to);
  received.too_large = received.text.size() + size * count > received.most;
  if (received.too_large) return 0;  // ends the transfer
  received.text.append(bytes, size * count);
  return size * count;
}

}  // namespace

Fetched fetch(const std::string& address, size_t most_bytes) {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  const std::unique_ptr<CURL, decltype(&curl_easy_cleanup)> curl(started == CURLE_OK ? curl_easy_init() : nullptr,
                                                                 &curl_easy_cleanup);
  if (!curl) return {"", "libcurl can't be started"};
  Received received{.text = {}, .most = most_bytes};
  const std::string agent = "archon/" + std::string(version());
  const char* const protocol = address.starts_with("http://") ? "http,https" : "https";
  curl_easy_setopt(curl.get(), CURLOPT_URL, address.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_PROTOCOLS_STR, protocol);
  curl_easy_setopt(curl.get(), CURLOPT_REDIR_PROTOCOLS_STR, protocol);
  curl_easy_setopt(curl.get(), CURLOPT_FOLLOWLOCATION, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_MAXREDIRS, kRedirections);
  curl_easy_setopt(curl.get(), CURLOPT_TIMEOUT, kSeconds);
  curl_easy_setopt(curl.get(), CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(curl.get(), CURLOPT_ACCEPT_ENCODING, "");
  curl_easy_setopt(curl.get(), CURLOPT_USERAGENT, agent.c_str());
  curl_easy_setopt(curl.get(), CURLOPT_WRITEFUNCTION, receive);
  curl_easy_setopt(curl.get(), CURLOPT_WRITEDATA, &received);
  const CURLcode code = curl_easy_perform(curl.get());
  long answer = 0;
  curl_easy_getinfo(curl.get(), CURLINFO_RESPONSE_CODE, &answer);
  if (received.too_large) return {"", "larger than " + std::to_string(most_bytes >> 20) + " MB"};
  if (code != CURLE_OK) return {"", std::string("can't be loaded: ") + curl_easy_strerror(code)};
  if (answer == kTooOften) return {"", "the registry was asked too often; wait and try again"};
  if (answer == 404) return {"", "the registry knows no such deck"};
  if (answer >= kFirstFailure) return {"", "the registry answered with error " + std::to_string(answer)};
  return {std::move(received.text), ""};
}

#else

bool can_fetch() { return false; }

Fetched fetch(const std::string&, size_t) { return {"", "this build can't load anything"}; }

#endif

}  // namespace archon::cli
