#include "engine/cards/library.h"

#include <algorithm>
#include <catch2/catch.hpp>

#include "engine/lang/diagnostics.h"

using namespace archon;

namespace {
int card(const char* id) { return CardTable::instance().find_id(id); }
}  // namespace

TEST_CASE("every card but a boss's has a definition that compiles", "[cards]") {
  const Library& library = Library::instance();
  INFO(lang::format(library.problems()));
  CHECK(library.problems().empty());
  int defined = 0, native = 0;
  for (size_t i = 0; i < CardTable::instance().cards().size(); ++i) {
    const int each = static_cast<int>(i);
    const CardFacts& facts = CardTable::instance().cards()[i];
    INFO(facts.name);
    CHECK(library.defined(each) == !facts.boss);
    CHECK(library.source_text(each).empty() == facts.boss);
    defined += library.defined(each);
    native += library.native(each);
  }
  CHECK(50 * native <= defined);  // 2 %
}

TEST_CASE("a definition is found with its place and its program", "[cards]") {
  const Library& library = Library::instance();
  CHECK(library.source_text(card("dust-imp")).find("destroyed: gain 2") != std::string::npos);
  CHECK(library.source_place(card("dust-imp")).starts_with("engine/cards/cota/dis.kf:"));
  const std::string program = library.disassemble(card("dust-imp"));
  CHECK(program.find("destroyed:") != std::string::npos);
  CHECK(program.find("Gain You, 2") != std::string::npos);
}

TEST_CASE("cards of one name have one name number, whatever their id", "[cards]") {
  const Program& program = Library::instance().program();
  const auto name = [&](const char* id) { return program.definitions[static_cast<size_t>(card(id))].name; };
  CHECK(name("ultra-gravitron") == name("ultra-gravitron2"));
  CHECK(name("dust-imp") != name("ember-imp"));
}

TEST_CASE("older wordings stand beside the newest", "[cards]") {
  const Program& program = Library::instance().program();
  const auto bait = static_cast<uint16_t>(card("bait-and-switch"));
  const auto virus = static_cast<uint16_t>(card("custom-virus"));
  CHECK(program.worded(bait, Wording::Newest) == bait);
  CHECK(program.worded(bait, Wording::Errata13) == bait);
  CHECK(program.worded(bait, Wording::Printed) != bait);
  CHECK(program.worded(virus, Wording::Newest) == virus);
  CHECK(program.worded(virus, Wording::Errata13) != virus);
  CHECK(program.worded(virus, Wording::Printed) == program.worded(virus, Wording::Errata13));
}
