#include "engine/lang/checker.h"

#include <algorithm>
#include <map>

#include "engine/facts/spelling.h"
#include "engine/lang/checker_impl.h"
#include "engine/lang/diagnostics.h"

namespace archon::lang {
namespace {

std::string_view article_and_type(CardType type) {
  switch (type) {
    case CardType::Creature:
      return "a creature";
    case CardType::Action:
      return "an action";
    case CardType::Artifact:
      return "an artifact";
    case CardType::Upgrade:
      return "an upgrade";
    case CardType::TokenCreature:
      return "a token creature";
    case CardType::ArchonPower:
      return "an archon power";
    case CardType::Prophecy:
      return "a prophecy";
    case CardType::Tide:
      return "the tide";
  }
  return "this card";
}

// Only cards that are used can have abilities of use; an action card is gone before it could be destroyed.
bool head_fits(const std::string& head, CardType type) {
  const bool creature = type == CardType::Creature || type == CardType::TokenCreature;
  if (head == "fight" || head == "reap" || head == "before-fight" || head == "before-reap") return creature;
  if (head == "action" || head == "omni") return creature || type == CardType::Artifact || type == CardType::Tide;
  if (head == "destroyed") return type != CardType::Action;
  return true;
}

std::string as_written(std::string head) {
  if (head.starts_with("before-")) head[6] = ' ';
  return head;
}

template <typename Map>
std::vector<std::string> keys_of(const Map& map) {
  std::vector<std::string> keys;
  for (const auto& entry : map) keys.push_back(entry.first);
  return keys;
}

}  // namespace

std::vector<Diagnostic> check(const std::vector<CardAst>& cards, std::string_view file, const Vocabulary& vocabulary) {
  return Checker(file, vocabulary).run(cards);
}

std::vector<Diagnostic> Checker::run(const std::vector<CardAst>& cards) {
  check_ids(cards);
  for (const CardAst& one : cards) card(one);
  sort_by_position(diagnostics_);
  return std::move(diagnostics_);
}

void Checker::report(SourcePos at, const std::string& message, const std::string& hint) {
  diagnostics_.push_back({file_, at, message, hint});
}

void Checker::check_ids(const std::vector<CardAst>& cards) {
  std::map<std::string, int> first_line;
  for (const CardAst& one : cards) {
    if (!vocabulary_.cards.contains(one.id)) {
      report(one.at, "unknown card `" + one.id + "`", did_you_mean(one.id, keys_of(vocabulary_.cards)));
    }
    const auto [entry, added] = first_line.emplace(one.id, one.at.line);
    if (!added) report(one.at, "card `" + one.id + "` is already defined on line " + std::to_string(entry->second));
  }
}

void Checker::card(const CardAst& one) {
  const auto found = vocabulary_.cards.find(one.id);
  type_known_ = found != vocabulary_.cards.end();
  if (type_known_) type_ = found->second;
  Surroundings around;
  around.attached = !type_known_ || type_ == CardType::Upgrade;
  for (const Node& node : one.items) item(node, around);
}

void Checker::item(const Node& node, Surroundings around) {
  types(node);
  // What an ability remembers is its own; a granted ability still knows what its granter named.
  if (!around.granted) bound_.clear();
  produced_ = false;
  around.target = true;
  around.may_cancel = node.kind == NodeKind::Before;
  around.may_continue = node.kind == NodeKind::Replace || (node.kind == NodeKind::Heads && node.number == 1);
  if (node.kind == NodeKind::Heads) heads(node, around);
  if (node.kind == NodeKind::PlayAsUpgrade) {
    around.granted = around.attached = true;
    for (const Node& kid : node.kids) item(kid, around);
    return;
  }
  if (node.kind == NodeKind::InZone) {
    around.out_of_play = true;
    item(node.kids.front(), around);
    return;
  }
  visit_kids(node, around);
}

void Checker::heads(const Node& node, const Surroundings& around) {
  if (around.granted || around.out_of_play || !type_known_) return;
  for (const Node& head : node.kids.front().kids) {
    if (head_fits(head.word, type_)) continue;
    report(head.at, "`" + as_written(head.word) + ":` is not possible on " + std::string(article_and_type(type_)));
  }
}

void Checker::visit_kids(const Node& node, Surroundings around) {
  for (const Node& kid : node.kids) visit(kid, around);
}

void Checker::visit(const Node& node, Surroundings around) {
  types(node);
  switch (node.kind) {
    case NodeKind::Var:
    case NodeKind::Pron:
    case NodeKind::String:
    case NodeKind::Kw:
    case NodeKind::Player:
    case NodeKind::Simple:
      leaf(node, around);
      return visit_kids(node, around);
    case NodeKind::As:
    case NodeKind::Select:
    case NodeKind::Except:
    case NodeKind::Call:
    case NodeKind::Is:
    case NodeKind::Event:
      return phrase(node, around);
    case NodeKind::Spred:
      spred_words(node);
      if (node.word == "take") produced_ = true;  // "takes + amount": of the damage that is coming
      for (const Node& kid : node.kids) {
        const bool is_item = kid.kind <= NodeKind::AttachOnly && kid.kind != NodeKind::None;
        Surroundings granted = around;
        granted.granted = granted.attached = true;
        if (is_item) {
          item(kid, granted);
        } else {
          visit(kid, around);
        }
      }
      return;
    case NodeKind::After:
    case NodeKind::Before:
    case NodeKind::Replace:
      around.may_cancel = node.kind == NodeKind::Before;
      around.may_continue = node.kind == NodeKind::Replace;
      return visit_kids(node, around);
    default:
      return statement(node, around);
  }
}

void Checker::leaf(const Node& node, const Surroundings& around) {
  if (node.kind == NodeKind::Pron) return pronoun(node, around);
  if (node.kind == NodeKind::String) return card_id(node);
  if (node.kind == NodeKind::Kw) return keyword_number(node);
  if (node.kind == NodeKind::Var) {
    const std::string name = "$" + node.word;
    if (bound_.contains(name)) return;
    report(node.at, "unbound variable `" + name + "`", did_you_mean(name, {bound_.begin(), bound_.end()}));
  }
  if (node.kind == NodeKind::Player && node.word == "player" && node.text.empty() && around.target) {
    report(node.at, "missing quantifier: `a` or `each` before `player`");
  }
  if (node.kind == NodeKind::Simple) {
    if (node.word == "cancel" && !around.may_cancel) report(node.at, "`cancel` is possible under `before` only");
    if (node.word == "continue" && !around.may_continue) {
      report(node.at, "`continue` is possible under `replace` and `destroyed instead` only");
    }
  }
}

void Checker::pronoun(const Node& node, const Surroundings& around) {
  if (node.word == "host" && !around.attached) {
    report(node.at, "`host` is possible on upgrades and in granted abilities only");
  }
  if (node.word == "source" && !around.granted) report(node.at, "`source` is possible in granted abilities only");
  const bool result = node.word == "did" || node.word == "done" || node.word == "amount";
  if (result && !produced_) report(node.at, "`" + node.word + "` needs a statement or an event before it");
}

void Checker::card_id(const Node& string) {
  if (vocabulary_.cards.contains(string.text)) return;
  report(string.at, "unknown card \"" + string.text + "\"", did_you_mean(string.text, keys_of(vocabulary_.cards)));
}

// The nodes that make up phrases and expressions.
void Checker::phrase(const Node& node, Surroundings around) {
  Surroundings set = around;
  set.target = false;
  switch (node.kind) {
    case NodeKind::As:
      visit_kids(node, around);
      return bind(node.word);
    case NodeKind::Event:
      produced_ = true;
      around.target = true;  // also inside of an expression
      return visit_kids(node, around);
    case NodeKind::Select:
      quantifier(node, around);
      statuses(node);
      return visit_kids(node, around);
    case NodeKind::Except:
      visit(node.kids[0], around);
      return visit(node.kids[1], set);
    case NodeKind::Call:
      call_words(node);
      if (node.word == "times") {
        const bool before = produced_;
        visit(node.kids[0], around);
        produced_ = before;
        return;
      }
      return visit_kids(node, set);
    default:
      return visit_kids(node, set);
  }
}

void Checker::quantifier(const Node& select, const Surroundings& around) {
  if (!around.target || select.kids[0]) return;
  const std::string& noun = select.kids[1].kids.front().word;
  // Remembered cards ("done controlled by they") are all meant.
  if (noun.empty()) return;
  report(select.at, "missing quantifier: `a`, `each`, `2`, `up to 3`, ... before `" + noun + "`");
}

void Checker::statement(const Node& node, Surroundings around) {
  Surroundings set = around;
  set.target = false;
  switch (node.kind) {
    case NodeKind::Let:
      visit(node.kids[0], set);
      return bind(node.word);
    case NodeKind::Choose:
      visit_kids(node, around);
      if (!node.text.empty()) bind(node.text);
      produced_ = true;
      return;
    case NodeKind::ForEach:
      visit(node.kids[0], set);
      return visit(node.kids[1], around);
    case NodeKind::Verb:
      visit_kids(node, around);
      verb_words(node);
      produced_ = true;
      return;
    default:
      return visit_kids(node, around);
  }
}

}  // namespace archon::lang
