#pragma once
// Decks from the registry, by link or id. The only file that knows the net, and only in builds with ARCHON_FETCH; all others
// open no connection.
#include <cstddef>
#include <string>
#include <string_view>

namespace archon::cli {

// The id of the deck that a word is a link to, or that it is: "https://decksofkeyforge.com/decks/UUID", "UUID". Empty for other
// words.
std::string linked_deck(std::string_view word);
// Whether it is an address or an id of any kind, of which the above may be empty: a page of a wiki.
bool is_link(std::string_view word);

// Where the registry has a deck with its cards as JSON, which `deck import` reads. Of ARCHON_REGISTRY in the environment, where
// that is set: a mirror.
std::string registry_address(const std::string& id);

// What to do about a link that was not loaded.
std::string link_advice(std::string_view word);

bool can_fetch();  // whether this build can

// What is at the address, or why not: one of them is empty. Redirections are followed within the protocol, for 30 seconds and
// as many bytes.
struct Fetched {
  std::string text, problem;
};
Fetched fetch(const std::string& address, size_t most_bytes);

}  // namespace archon::cli
