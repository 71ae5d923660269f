// archon_pack OUT [--given FACTS] FILE...: writes the tables of a module (sim/web/packed_tables.h), of the files that are part
// of this program. The facts are not among them where the module is given them when it runs.
#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "sim/web/packed_tables.h"

int main(int count, char** arguments) {
  using namespace archon;
  const bool given = count > 3 && std::string_view(arguments[2]) == "--given";
  const int begin = given ? 4 : 2;
  if (count <= begin) {
    std::fprintf(stderr,
                 "usage: archon_pack OUT [--given FACTS] FILE...   (files as embed.h names them, engine/facts/facts.tsv first "
                 "or given)\n");
    return 2;
  }
  const std::string_view facts = given ? embedded_text(arguments[3]) : "";
  std::vector<EmbeddedFile> files;
  for (int i = begin; i < count; ++i) files.push_back({arguments[i], embedded_text(arguments[i])});
  const std::string packed = pack_tables(files, facts);
  const std::vector<UnpackedFile> back =
      unpack_tables(packed, std::array{&kFactsForm, &kRegistryForm, &kRatingsForm, &kPolicyForm}, facts);
  for (size_t i = 0; i < files.size(); ++i) {
    if (i < back.size() && back[i].path == files[i].path && back[i].text == files[i].text) continue;
    std::fprintf(stderr, "archon_pack: %s does not come back as it was: its form is not the one of sim/web/packed_tables.h\n",
                 arguments[i + static_cast<size_t>(begin)]);
    return 1;
  }
  std::ofstream out(arguments[1], std::ios::binary);
  for (const char byte : packed) out.put(static_cast<char>(byte ^ kPackedMask));
  out.close();
  if (!out) std::fprintf(stderr, "archon_pack: %s can't be written\n", arguments[1]);
  return out ? 0 : 1;
}
