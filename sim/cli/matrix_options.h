#pragma once
// What the commands share that play a matrix (`archon matrix`, `archon gauntlet`) or read one from a ledger (`archon
// tournament`, too).
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "agents/agent_registry.h"
#include "sim/cli/second_agent.h"
#include "sim/command/long_run.h"
#include "sim/command/presenting.h"
#include "sim/documents/matrix_document.h"
#include "sim/matrix/matrix_run.h"

namespace archon::cli {

struct MatrixSource;

struct MatrixOptions {
  int64_t games = 0;
  double precision = 0;  // points
  std::string agent{kStandardAgent}, out, from, shard;
  SecondAgent second;  // its games, of all pairs: kSecondGames, or what --time leaves
  Presenting presenting;
  bool chains = false, strict = false;
  ChainGoal chain_goal;
  RunOptions run;
  LongRunOptions long_run{.time = "", .ledger = "", .keeper = "--out", .command = {}};
  std::string name;  // of the command
  Command command;

  void add_to(Command on, const std::string& its_name, const std::string& out_help);
  bool given(const std::string& option) const { return command.given(option); }

  // The goals, settings and shard of a run.
  MatrixSpec spec(const Invocation& invocation, Problems& problems) const;
  std::string ledger_path(const MatrixSpec& spec) const;  // in --out; empty without
  // With --from: no option that is about games to play.
  void check_nothing_played(Problems& problems) const;
  // Likewise that ledger, and with --second the second agent's, which lies beside it.
  MatrixSource source(Problems& problems) const;
  // What their games say of these decks and pairs; not summed up yet. Null after saying what can't be read.
  std::optional<MatrixReport> read_report(const MatrixSource& source, Provenance provenance, const MatrixPairs& pairs) const;
  Provenance provenance(DeckList decks, const Invocation& invocation) const;

  // What was played.
  struct Played {
    int code = kDone;   // or kInconclusive; else there is no run
    bool good = false;  // there is one
    MatrixRun run;
    std::string unfinished;             // why it is not all that was asked for; may be empty
    std::optional<SecondPilot> second;  // with its games alone
  };
  // What such a run brings; its figures are not summed up yet.
  MatrixReport report(Played&& played, DeckList decks, const Invocation& invocation) const;

  // Into the folder --out: tables as CSV, each under its file name, and the document as JSON. Empty when it worked, or there is
  // none.
  std::string write_files(const present::Document& document, const std::vector<std::pair<std::string, std::string>>& tables,
                          const std::string& json) const;

  // The document on standard output; what csv and json have no place for, on stderr. The exit code.
  int show(const present::Document& document, const std::string& warning) const;
  int failed(const std::string& error, int code = kFailed) const;  // says so
  // The exit code of results that are shown: strict_code, or kInconclusive where they are unfinished.
  int result_code(const MatrixReport& report) const;
  // With --strict: a game that is missing is a failure, and said where no result is shown.
  int strict_code(const Matrix& matrix) const;
  // What a shard says, which has no results of its own; the exit code.
  int tell_shard(const MatrixSpec& spec, const Played& played) const;

  // Plays the decks into a ledger (none with an empty path), with progress; what the run did not do is on stderr.
  Played play(const std::vector<DeckFile>& decks, const MatrixSpec& spec, const std::string& ledger_path) const;

 private:
  class SecondRun;
};

// A ledger that is only read, with what its settings say of how the games were played.
struct MatrixSource {
  std::unique_ptr<Ledger> ledger;    // null when there is a problem
  std::vector<DeckFile> decks;       // all that it has, sorted
  std::vector<ShardStates> goals;    // that it is for
  std::unique_ptr<Ledger> second{};  // of the second agent, with the same settings else; null: none is asked for

  Provenance provenance(DeckList of, const Invocation& invocation) const;
  // What a matrix of its games lacks, in words: pairs without decided games, and what its goals asked for. May be empty.
  std::string unfinished(const Matrix& matrix, const std::vector<DeckFile>& of, int threads) const;
};

// Reports what is wrong with the ledger, too, which `option` names.
MatrixSource read_matrix_source(const std::string& path, Problems& problems, const std::string& option = "--from");

// What is lacking of so many pairs, in words; empty: nothing.
std::string lack_text(const GoalLack& lack, int64_t pairs);

// How many pairs have decided games; empty: all have.
std::string unmet_text(const Matrix& matrix);

std::vector<Deck> decks_of(const std::vector<DeckFile>& files);

}  // namespace archon::cli
