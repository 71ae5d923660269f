// archon_image OUT: compiles all cards and writes them as an image (engine/core/program_image.h), when the program is built.
#include <cstdio>
#include <fstream>

#include "engine/cards/library.h"
#include "engine/core/program_image.h"

int main(int count, char** arguments) {
  using namespace archon;
  if (count != 2) {
    std::fprintf(stderr, "usage: archon_image OUT\n");
    return 2;
  }
  std::ofstream out(arguments[1], std::ios::binary);
  out << program_image(Library::instance().program());
  out.close();
  if (!out) std::fprintf(stderr, "archon_image: %s can't be written\n", arguments[1]);
  return out ? 0 : 1;
}
