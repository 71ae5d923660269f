// rater.wasm: decks rated.
#include "sim/web/module/answer.h"
#include "sim/web/module/files.h"
#include "sim/web/rater.h"

namespace archon {

std::string answer_request(std::string_view request) { return answer_rating(request); }

TableForms packed_forms() {
  static const TableForm* const kForms[] = {&kFactsForm, &kRegistryForm, &kRatingsForm};
  return kForms;
}

}  // namespace archon
