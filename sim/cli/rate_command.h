#pragma once
// What 'archon rate' and 'archon train ratings' share.
#include <optional>
#include <string>
#include <vector>

#include "sim/command/command.h"
#include "sim/ratings/rating_model.h"

namespace archon::cli {

// A file of values for that option, with the lines that say how it was made.
std::optional<RatingModel> read_rating_model(const std::string& path, std::vector<std::string>& comments, Problems& problems,
                                             const std::string& option = "--model");

}  // namespace archon::cli
