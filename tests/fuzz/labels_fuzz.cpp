// Files of labelled decisions.
#include "sim/train/labels.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  std::string problem;
  const std::optional<Labels> labels = parse_labels(fuzz::text_of(data, size), problem);
  fuzz::want(labels.has_value() == problem.empty(), "neither labels nor a problem");
  if (!labels) return 0;
  std::string text = labels_header(labels->spec);
  for (const LabelledGame& game : labels->games) text += labels_text(game);
  fuzz::want(parse_labels(text, problem).has_value(), "what was written can't be read");
  return 0;
}
