// Plays at random, without a library for JSON: g++ -std=c++20 -O2 -o random_bot agents/bots/random_bot.cpp
#include <iostream>
#include <random>
#include <string>

// How many actions the decision offers: each has an id, and nothing else in it that is so called.
size_t actions_in(const std::string& request) {
  const size_t end = request.find("\"view\":");
  size_t count = 0;
  for (size_t at = request.find("{\"id\":"); at < end; at = request.find("{\"id\":", at + 1)) ++count;
  return count;
}

int main() {
  std::minstd_rand random;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.starts_with("{\"do\":\"choose\""))
      std::cout << "{\"id\":" << random() % actions_in(line) << "}" << std::endl;
    else
      std::cout << "{\"ok\":true}" << std::endl;
  }
}
