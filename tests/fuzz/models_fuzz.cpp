// Fitted models: ratings of decks, weights of the learned policy.
#include "agents/learned/policy_file.h"
#include "sim/ratings/rating_model.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  std::string problem;
  const std::optional<RatingModel> model = parse_ratings(text, problem);
  fuzz::want(model.has_value() == problem.empty(), "neither ratings nor a problem");
  if (model) fuzz::want(parse_ratings(rating_text(*model, {}), problem).has_value(), "what was written can't be read");
  const PolicyResult policy = parse_policy(text);
  fuzz::want((policy.weights != nullptr) == policy.problem.empty(), "neither weights nor a problem");
  return 0;
}
