#pragma once
// Weights of the learned policy (agents/learned/policy_net.h) as text, and those that are part of the program.
//
//   archon-policy 1
//   # how it was made: lines that reading skips
//   7fe080058021...
//
// A line a vector, four hexadecimal digits a weight: 1/2048 each, 8000 is 0. First the vectors of the features of cards in the
// order of agents/reading/card_features.h, then the names in the order of the table of cards, then the rest in the order of
// PolicyWeights. Another number of features, cards or roles makes a file unreadable: it was fitted for another version.
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agents/learned/policy_net.h"

namespace archon {

// `comments` are written behind # at the top.
std::string policy_text(const PolicyWeights& weights, const std::vector<std::string>& comments);

// Null when `problem` says what is wrong with the text, and in which line.
std::unique_ptr<PolicyWeights> parse_policy(std::string_view text, std::string& problem);

// The policies that agents may play by, as values of their parameter `weights`: kCurrentPolicy is agents/models/policy.txt,
// others are files that were read by this process. Thread safe; a policy lives as long as the process.
inline constexpr int kCurrentPolicy = 0, kFirstPolicyFile = 1000;
const PolicyNet& policy_net(int value);
std::string policy_name(int value);  // "current", or the path of the file
// The value of a file, which is read at its first use; below 0 when `problem` says why it can't be used.
int read_policy_file(const std::string& path, std::string& problem);

}  // namespace archon
