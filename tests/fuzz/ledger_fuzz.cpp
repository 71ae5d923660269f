// Ledgers of results: SQLite files that another program may have written.
#include <nlohmann/json.hpp>

#include "sim/results/ledger.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::ScratchFile file;
  file.write(data, size);
  const LedgerResult read = Ledger::read(file.path(), "arena");
  fuzz::want((read.ledger != nullptr) == read.error.empty(), "neither a ledger nor an error");
  if (read.ledger) (void)read.ledger->batches("cell");
  return 0;
}
