#include "sim/protocol/asked_chance.h"

namespace archon {
namespace {

// Thrown out of a draw for which no outcome is known yet.
struct Asked {
  ChanceQuestion question;
};

// Gives the outcomes of a list, then asks or leaves it to the generators.
class ScriptedChance : public ChanceSource {
 public:
  ScriptedChance(const std::vector<CardId>& outcomes, bool ask) : outcomes_(outcomes), ask_(ask) {}

  CardId choose(const ChanceQuestion& question) override {
    if (question.outcomes.size() == 1) return question.drawn;  // nothing to ask, and in no list
    if (next_ >= outcomes_.size()) {
      if (ask_) throw Asked{question};
      return question.drawn;
    }
    const CardId card = outcomes_[next_++];
    return question.outcomes.has(card) ? card : question.drawn;
  }

 private:
  const std::vector<CardId>& outcomes_;
  const bool ask_;
  size_t next_ = 0;
};

}  // namespace

bool can_ask_chance() { return true; }

std::optional<ChanceQuestion> carry_out_asking(const std::vector<CardId>& outcomes, bool ask,
                                               const std::function<void()>& operation) {
  ScriptedChance script(outcomes, ask);
  const ChanceScope scope(ask || !outcomes.empty() ? &script : nullptr);
  try {
    operation();
  } catch (const Asked& asked) {
    return asked.question;
  }
  return std::nullopt;
}

}  // namespace archon
