#include "engine/core/program_image.h"

#include <catch2/catch.hpp>

#include "engine/cards/library.h"
#include "engine/core/card_program.h"
#include "engine/core/embed.h"
#include "engine/core/program_hash.h"

namespace archon {
namespace {

TEST_CASE("the image of cards in this program is what the definitions compile to", "[engine]") {
  const Program& compiled = Library::instance().program();
  CHECK(embedded_text(kCardImage) == program_image(compiled));
  CHECK(program_hash(card_program()) == program_hash(compiled));
  CHECK(card_program().needs == compiled.needs);
  CHECK(card_program().selector_needs == compiled.selector_needs);
  CHECK(program_image(card_program()) == program_image(compiled));
}

TEST_CASE("an image that was changed or cut off is refused", "[engine]") {
  const std::string image = program_image(card_program());
  std::string problem;
  REQUIRE(read_program_image(image, problem).has_value());
  CHECK(problem.empty());
  for (const size_t at : {size_t{0}, size_t{13}, size_t{20}, image.size() / 2, image.size() - 1}) {
    std::string changed = image;
    changed[at] = static_cast<char>(changed[at] + 1);
    CHECK_FALSE(read_program_image(changed, problem).has_value());
    CHECK_FALSE(problem.empty());
    CHECK_FALSE(read_program_image(std::string_view(image).substr(0, at), problem).has_value());
  }
}

}  // namespace
}  // namespace archon
