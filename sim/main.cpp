#include <iostream>

#include "sim/version.h"

int main(int argc, char** argv) {
  if (argc > 1) {
    std::cerr << "archon: unknown command '" << argv[1] << "'\n";
    return 2;
  }
  std::cout << "archon " << archon::version() << " (" << archon::compiler() << ", " << archon::build_type() << ")\n";
  return 0;
}
