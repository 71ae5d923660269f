#pragma once
// Weights of the learned policy (agents/learned/policy_net.h) as text (agents/reading/named_weights.h), and those that are part
// of the program.
//
//   feature play.Steal.enemy<tab>7fe080058021...
//   card dust-imp<tab>80048021...
//   role HandNow<tab>...
//   position Own.Aember<tab>...
//   action ThumbScore<tab>...
//   network second<tab>...
//
// Names: features of cards (agents/reading/card_features.h), cards, roles, numbers of a position and of an action
// (agents/learned/decision_features.h), and the parts of the network, which may not be missing. A weight is four hexadecimal
// digits: 1/2048 each, 8000 is 0; those of cards are written in steps of four.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/learned/policy_net.h"
#include "agents/reading/named_weights.h"

namespace archon {

// `comments` are written behind # at the top.
std::string policy_text(const PolicyWeights& weights, const std::vector<std::string>& comments);

struct PolicyResult {
  std::unique_ptr<PolicyWeights> weights;  // null when there is a problem
  std::string problem;                     // "line 3: ..."
  NameGaps gaps;
};

// About 5 ms.
PolicyResult parse_policy(std::string_view text);

// The policies that agents may play by, as values of their parameter `weights`: kCurrentPolicy is agents/models/policy.txt,
// others are files that were read by this process (agents/reading/weights_files.h). Thread safe; a policy lives as long as the
// process. A program whose own policy can't be read ends with a message.
inline constexpr int kCurrentPolicy = 0;
const PolicyNet& policy_net(int value);
const NameGaps& policy_gaps(int value);
// What is to be told of them: gaps_text and, of each kind of names that some are missing of, what the shipped policy loses
// without any. Empty without gaps.
std::string policy_gaps_text(const NameGaps& gaps);
std::string policy_name(int value);    // "current", or the path of the file
std::string policy_digest(int value);  // of the text of a file; empty of the current one
// The value of a file, a path with or without a digest; below 0 when `problem` says why it can't be used.
int read_policy_file(std::string_view named, std::string& problem);

// What is to be told of the files read since the last call: a line for each that has gaps.
std::vector<std::string> take_policy_remarks();

}  // namespace archon
