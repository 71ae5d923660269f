// archon_pack OUT: writes the tables of a module (sim/web/packed_tables.h), of the files that are part of this program.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include "sim/web/packed_tables.h"

int main(int count, char** arguments) {
  using namespace archon;
  if (count < 3) {
    std::fprintf(stderr, "usage: archon_pack OUT FILE...   (files as embed.h names them, engine/facts/facts.tsv first)\n");
    return 2;
  }
  std::vector<EmbeddedFile> files;
  for (int i = 2; i < count; ++i) files.push_back({arguments[i], embedded_text(arguments[i])});
  const std::string packed = pack_tables(files);
  const std::vector<UnpackedFile> back = unpack_tables(packed);
  for (size_t i = 0; i < files.size(); ++i) {
    if (i < back.size() && back[i].path == files[i].path && back[i].text == files[i].text) continue;
    std::fprintf(stderr, "archon_pack: %s does not come back as it was: its form is not the one of sim/web/packed_tables.h\n",
                 arguments[i + 2]);
    return 1;
  }
  std::ofstream out(arguments[1], std::ios::binary);
  out << packed;
  out.close();
  if (!out) std::fprintf(stderr, "archon_pack: %s can't be written\n", arguments[1]);
  return out ? 0 : 1;
}
