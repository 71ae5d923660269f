#pragma once
// Files of weights that agents play by: each is read once in a process, at its first use, and a value of a parameter stands for
// it. In full specs a file goes by its path and the digest of its text, "new.txt@0123456789abcdef", so that a ledger or a
// record says which weights played, and a file that was changed since is refused.
#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>

#include "agents/reading/named_weights.h"
#include "engine/core/mutex.h"
#include "engine/deck/text_input.h"

namespace archon {

inline constexpr int kFirstWeightsFile = 1000;  // values below it are weights that are part of the program
inline constexpr size_t kMaxWeightsBytes = 16 << 20;

// Path and digest, which is empty where none is named.
std::pair<std::string, std::string> split_digest(std::string_view named);

// Thread safe; what was read lives, and stays where it is, as long as this.
template <typename Weights>
class WeightsFiles {
 public:
  // The value of the file; below 0 when `problem` says why it can't be used. `parse` makes the weights of its text, or says so.
  template <typename Parse>
  int value_of(std::string_view named, std::string& problem, const Parse& parse) {
    const auto [path, digest] = split_digest(named);
    const Lock lock(mutex_);
    auto found = std::ranges::find(files_, path, &File::path);
    if (found == files_.end()) {
      const TextInput input = read_text_input(path, kMaxWeightsBytes);
      problem = input.problem.starts_with("larger") ? input.problem + " (weights have less than 1 MB)" : input.problem;
      if (!problem.empty()) return -1;
      Weights weights = parse(input.text, problem);
      if (!problem.empty()) return -1;
      files_.push_back({path, text_digest(input.text), std::move(weights)});
      found = std::prev(files_.end());
    }
    if (!digest.empty() && digest != found->digest) {
      problem = "other weights than were meant: the digest of the file is " + found->digest + ", not " + digest;
      return -1;
    }
    return kFirstWeightsFile + static_cast<int>(found - files_.begin());
  }

  const Weights& weights(int value) { return file(value).weights; }
  const std::string& path(int value) { return file(value).path; }
  const std::string& digest(int value) { return file(value).digest; }

 private:
  struct File {
    std::string path, digest;
    Weights weights;
  };

  const File& file(int value) {
    const Lock lock(mutex_);
    return files_.at(static_cast<size_t>(value - kFirstWeightsFile));
  }

  Mutex mutex_;
  std::deque<File> files_;
};

}  // namespace archon
