// Files of recorded games: refused, or played again.
#include "sim/play/record.h"
#include "tests/fuzz/target.h"

using namespace archon;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const fuzz::ScratchFile file;
  file.write(data, size);
  const RecordResult read = read_records(file.path());
  fuzz::want(read.file.has_value() == read.problem.empty(), "neither records nor a problem");
  if (!read.file) return 0;
  const RecordHead& head = read.file->head;
  const MatchupResult made = make_matchup(head.decks[0], head.decks[1], head.options);
  if (!made.matchup) return 0;
  for (const RecordedGame& game : read.file->games) {
    State end;
    (void)replay(*made.matchup, head.seed, game, end);
  }
  return 0;
}
