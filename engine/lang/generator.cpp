#include "engine/lang/generator.h"

#include <algorithm>
#include <limits>
#include <map>

#include "engine/lang/generator_impl.h"

namespace archon::lang {

void generate_facts(const CardTable& table, Program& program) {
  std::map<std::string, uint16_t> names;
  program.definitions.assign(table.cards().size(), {});
  for (size_t i = 0; i < table.cards().size(); ++i) {
    const CardFacts& facts = table.cards()[i];
    Definition& def = program.definitions[i];
    def.type = facts.type;
    def.power = static_cast<uint8_t>(facts.power);
    def.armor = static_cast<uint8_t>(facts.armor);
    def.amber = static_cast<uint8_t>(facts.amber);
    def.keywords = facts.keywords;
    def.assault = static_cast<uint8_t>(facts.assault);
    def.hazardous = static_cast<uint8_t>(facts.hazardous);
    def.splash_attack = static_cast<uint8_t>(facts.splash_attack);
    for (size_t t = 0; t < std::min<size_t>(3, facts.traits.size()); ++t) def.traits[t] = facts.traits[t];
    def.name = names.try_emplace(fold_name(facts.name), static_cast<uint16_t>(names.size())).first->second;
  }
}

namespace {

// Sizes of the pools, to take back what a card that fails has added.
struct Mark {
  size_t exprs, selectors, code, patterns, statics, abilities, bodies;
  explicit Mark(const Program& p)
      : exprs(p.exprs.size()),
        selectors(p.selectors.size()),
        code(p.code.size()),
        patterns(p.patterns.size()),
        statics(p.statics.size()),
        abilities(p.abilities.size()),
        bodies(p.bodies.size()) {}
  void restore(Program& p) const {
    p.exprs.resize(exprs);
    p.selectors.resize(selectors);
    p.code.resize(code);
    p.patterns.resize(patterns);
    p.statics.resize(statics);
    p.abilities.resize(abilities);
    p.bodies.resize(bodies);
  }
};

// What stands on a card besides its text, and has no code: the card would play as if it were not there.
void refuse_facts(const CardFacts& facts, const CardTable& table, SourcePos at) {
  if (has_keyword(facts, Keyword::Entrench)) throw NoCode(at, "the keyword `entrench`");
  if (facts.type > CardType::Upgrade) throw NoCode(at, "cards of the type " + std::string(type_name(facts.type)));
  // The ids of the halves of a gigantic creature are "deusillus" and "deusillus2".
  const auto is_named = [&](std::string_view id) {
    const int other = table.find_id(id);
    return other >= 0 && table.cards()[static_cast<size_t>(other)].name == facts.name;
  };
  const bool second = facts.id.ends_with('2') && is_named(std::string_view(facts.id).substr(0, facts.id.size() - 1));
  if (second || is_named(facts.id + "2")) throw NoCode(at, "gigantic creatures");
  if (facts.traits.size() > std::size(Definition{}.traits)) throw NoCode(at, "a fourth trait");
  for (int value : {facts.power, facts.armor, facts.amber, facts.assault, facts.hazardous, facts.splash_attack})
    if (value < 0 || value > std::numeric_limits<uint8_t>::max()) throw NoCode(at, "a fact of " + std::to_string(value));
}

}  // namespace

std::vector<Diagnostic> generate(const CardAst& card, const std::string& file, const CardTable& table, Program& program,
                                 Wording newest) {
  int index = table.find_id(card.id);
  if (index < 0) return {{file, card.at, "no card has the id `" + card.id + "`", ""}};
  const CardFacts& facts = table.cards()[static_cast<size_t>(index)];
  if (newest != Wording::Newest) {
    Definition variant = program.definitions[static_cast<size_t>(index)];
    variant.heads = 0;
    variant.stands = false;
    variant.history = 0;
    variant.colors = false;
    variant.abilities.clear();
    program.variants.push_back({static_cast<uint16_t>(index), static_cast<uint16_t>(program.definitions.size()), newest});
    index = static_cast<int>(program.definitions.size());
    program.definitions.push_back(variant);
  }
  Definition& def = program.definitions[static_cast<size_t>(index)];
  const Mark mark(program);
  try {
    refuse_facts(facts, table, card.at);
    std::vector<uint16_t> abilities;
    for (const Node& item : card.items) {
      Generator generator(table, program, index);
      generator.item(item, false, abilities);
      refuse_unread(item);
    }
    for (uint16_t id : abilities) {
      const AbilityKind kind = program.abilities[id].kind;
      def.stands |= is_standing(kind);
      if (is_head(kind)) def.heads |= bit(kind);
    }
    def.abilities = abilities;
    def.native = !card.specials.empty();
    def.compiled = true;
  } catch (const NoCode& error) {
    mark.restore(program);
    def.history = 0;
    def.colors = false;
    return {{file, error.at, std::string("no code yet for ") + error.what(), ""}};
  }
  return {};
}

}  // namespace archon::lang
