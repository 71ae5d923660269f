#pragma once
// How fast a long run is, from its last minute: the games of its beginning and its end may take other times.
#include <cstdint>
#include <deque>

namespace archon::cli {

class Pace {
 public:
  // So much was done after so many seconds; times rise.
  void add(double seconds, int64_t done) {
    marks_.push_back({seconds, done});
    while (marks_.size() > 2 && marks_[1].seconds <= seconds - kSeconds) marks_.pop_front();
  }

  double a_second() const {  // 0: not known
    if (marks_.size() < 2 || marks_.back().seconds <= marks_.front().seconds) return 0;
    return static_cast<double>(marks_.back().done - marks_.front().done) / (marks_.back().seconds - marks_.front().seconds);
  }

 private:
  struct Mark {
    double seconds;
    int64_t done;
  };
  static constexpr double kSeconds = 60;
  std::deque<Mark> marks_;
};

}  // namespace archon::cli
