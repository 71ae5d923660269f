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
    def.half = facts.half;
    def.amber = static_cast<uint8_t>(facts.amber);
    def.name = names.try_emplace(fold_name(facts.name), static_cast<uint16_t>(names.size())).first->second;
    if (facts.half == Half::Second) continue;  // the top half: nothing else stands on it (rulebook 18.4, GIGANTIC)
    def.power = static_cast<uint8_t>(facts.power);
    def.armor = static_cast<uint8_t>(facts.armor);
    def.keywords = facts.keywords;
    def.assault = static_cast<uint8_t>(facts.assault);
    def.hazardous = static_cast<uint8_t>(facts.hazardous);
    def.splash_attack = static_cast<uint8_t>(facts.splash_attack);
    for (size_t t = 0; t < std::min<size_t>(3, facts.traits.size()); ++t) def.traits[t] = facts.traits[t];
  }
}

namespace {

// Sizes of the pools, to take back what a card that fails has added.
struct Mark {
  size_t exprs, selectors, code, patterns, statics, abilities, bodies, definitions, variants;
  explicit Mark(const Program& p)
      : exprs(p.exprs.size()),
        selectors(p.selectors.size()),
        code(p.code.size()),
        patterns(p.patterns.size()),
        statics(p.statics.size()),
        abilities(p.abilities.size()),
        bodies(p.bodies.size()),
        definitions(p.definitions.size()),
        variants(p.variants.size()) {}
  void restore(Program& p) const {
    p.exprs.resize(exprs);
    p.selectors.resize(selectors);
    p.code.resize(code);
    p.patterns.resize(patterns);
    p.statics.resize(statics);
    p.abilities.resize(abilities);
    p.bodies.resize(bodies);
    p.definitions.resize(definitions);
    p.variants.resize(variants);
  }
};

// What stands on a card besides its text, and has no code: the card would play as if it were not there.
void refuse_facts(const CardFacts& facts, SourcePos at) {
  if (facts.traits.size() > std::size(Definition{}.traits)) throw NoCode(at, "a fourth trait");
  for (int value : {facts.power, facts.armor, facts.amber, facts.assault, facts.hazardous, facts.splash_attack})
    if (value < 0 || value > std::numeric_limits<uint8_t>::max()) throw NoCode(at, "a fact of " + std::to_string(value));
}

// A definition of the same card that has no abilities yet.
uint16_t add_definition(Program& program, uint16_t index) {
  Definition other = program.definitions[index];
  other.kinds = 0;
  other.statics = 0;
  other.stands = false;
  other.elsewhere = 0;
  other.history = 0;
  other.colors = other.tide = false;
  other.more_keys = 0;
  other.abilities.clear();
  program.definitions.push_back(other);
  return static_cast<uint16_t>(program.definitions.size() - 1);
}

void set_abilities(Program& program, uint16_t index, const std::vector<uint16_t>& abilities) {
  Definition& def = program.definitions[index];
  for (uint16_t id : abilities) {
    const auto& [kind, zone] = std::pair(program.abilities[id].kind, program.abilities[id].zone);
    def.kinds |= bit(kind);
    if (kind == AbilityKind::Static) def.statics |= bit(program.abilities[id].rule);
    if (zone == Zone::Line)
      def.stands |= is_standing(kind);
    else
      def.elsewhere |= bit(zone);
  }
  def.abilities = abilities;
  def.compiled = true;
}

// "Play as upgrade": the card as an upgrade keeps its name, traits and bonus icons, and has these abilities only.
void generate_as_upgrade(Syntax node, const CardTable& table, Program& program, uint16_t card, uint16_t index) {
  node.kind();
  const bool attached = node.flag();  // by an effect: then it is an action, else a creature
  const CardType type = program.definitions[index].type;
  if (type != (attached ? CardType::Action : CardType::Creature)) throw NoCode(node.at(), "this as an upgrade");
  const uint16_t as_upgrade = add_definition(program, index);
  Definition& def = program.definitions[as_upgrade];
  def.type = CardType::Upgrade;
  def.power = def.armor = def.assault = def.hazardous = def.splash_attack = 0;
  def.keywords = 0;
  std::vector<uint16_t> abilities;
  for (const Node& item : node.kids()) {
    Generator generator(table, program, index);
    generator.item(item, false, abilities);
  }
  set_abilities(program, as_upgrade, abilities);
  program.definitions[index].as_upgrade = as_upgrade;
  program.variants.push_back({.card = card, .definition = as_upgrade, .newest = Wording::Newest, .upgrade = true});
}

}  // namespace

std::vector<Diagnostic> generate(const CardAst& card, const std::string& file, const CardTable& table, Program& program,
                                 Wording newest) {
  const int found = table.find_id(card.id);
  if (found < 0) return {{file, card.at, "no card has the id `" + card.id + "`", ""}};
  const auto of_card = static_cast<uint16_t>(found);
  const CardFacts& facts = table.cards()[of_card];
  uint16_t index = of_card;
  if (newest != Wording::Newest) {
    index = add_definition(program, of_card);
    program.variants.push_back({.card = of_card, .definition = index, .newest = newest});
  }
  const Mark mark(program);
  try {
    refuse_facts(facts, card.at);
    std::vector<uint16_t> abilities;
    for (const Node& item : card.items) {
      if (item.kind == NodeKind::PlayAsUpgrade) {
        generate_as_upgrade(item, table, program, of_card, index);
      } else {
        Generator generator(table, program, index);
        generator.item_of_card(item, abilities);
      }
      refuse_unread(item);
    }
    set_abilities(program, index, abilities);
    program.definitions[index].native = !card.specials.empty();
  } catch (const NoCode& error) {
    mark.restore(program);
    program.definitions[index].history = 0;
    program.definitions[index].colors = program.definitions[index].tide = false;
    program.definitions[index].more_keys = 0;
    program.definitions[index].as_upgrade = kNone;
    return {{file, error.at, std::string("no code yet for ") + error.what(), ""}};
  }
  return {};
}

}  // namespace archon::lang
