#include "sim/web/packed_tables.h"

#include <array>
#include <catch2/catch.hpp>

#include "sim/web/weight_coder.h"

namespace archon {
namespace {

constexpr std::array<const TableForm*, 4> kForms{&kFactsForm, &kRegistryForm, &kRatingsForm, &kPolicyForm};

TEST_CASE("packed tables come back as they were", "[web]") {
  const std::string facts =
      "id\tname\ttype\tpower\tarmor\tamber\tkeywords\ttraits\tprintings\tenhance\n"
      "anger\tAnger\taction\t-\t-\t1\t\t\tCotA:001:brobnar:common,MG24:042:brobnar:rare\t\n"
      "fear2\tFear\taction\t-\t-\t0\t\ta,b\tCotA:A03:dis:common,MG24:041:mars:common,DISC:1:mars:common\tdraw\n"
      "champion-s-challenge\tChampion’s Challenge\taction\t-\t-\t0\t\t\tCotA:006:brobnar:rare\t\n";
  const std::string registry =
      "uuid\tid\thouse\n"
      "004dc6b8-59c9-4463-8a1e-66d9e7b74735\tfear2\tdis\n"
      "00fcdf13-8d6d-4bbc-8bfa-a363d4f52a2f\tchampion-s-challenge\tmars\n";
  const std::string ratings =
      "archon-ratings 1\n# made so\nfirst -0.0378\nscale CotA -0.3834 0.5818\nset CotA 0.0000 0.0100\n"
      "card anger CotA -0.0000 12.5000\ncard fear2 CotA 0.3135 0.0268\ncard anger MG24 -1.0000 0.0001\n"
      "again champion-s-challenge any 0.1000 0.2000\nshape creature amber any 0.0001 0.0000\n";
  const std::string policy =
      "archon-policy 2\n# made so\nfeature card\t80e57fff\ncard anger\t80008001\ncard fear2\t0000\ncard unknown\tffff\n"
      "card anger\t1234\nnetwork out\t0123456789abcdef\n";
  const std::vector<EmbeddedFile> files = {{"engine/facts/facts.tsv", facts},
                                           {"engine/facts/registry.tsv", registry},
                                           {"sim/ratings/ratings.txt", ratings},
                                           {"agents/models/policy.txt", policy},
                                           {"another", "text"},
                                           {"nothing", ""}};
  const std::vector<UnpackedFile> back = unpack_tables(pack_tables(files), kForms);
  REQUIRE(back.size() == files.size());
  for (size_t i = 0; i < files.size(); ++i) {
    CHECK(back[i].path == files[i].path);
    CHECK(back[i].text == files[i].text);
  }
}

TEST_CASE("tables come back by facts that are given", "[web]") {
  const std::string facts(embedded_text("engine/facts/facts.tsv")), policy(embedded_text("agents/models/policy.txt"));
  const std::vector<EmbeddedFile> files = {{"agents/models/policy.txt", policy}};
  const std::string packed = pack_tables(files, facts);
  CHECK(is_given_facts(packed, facts));
  CHECK_FALSE(is_given_facts(packed, facts + "\n"));
  const std::vector<UnpackedFile> back = unpack_tables(packed, kForms, facts);
  REQUIRE(back.size() == 1);
  CHECK(back[0].text == policy);
}

TEST_CASE("weights come back, the extremes and rows without any among them", "[web]") {
  std::vector<WeightRow> rows = {{0, -1, 1, 32767, -32768}, {}, {-32768, -32768, 7}, {4, -8, 0, 32764}, {16, -32768}};
  rows.emplace_back();
  for (int i = 0; i < 5000; ++i) rows.back().push_back((i * 7919) % 4001 - 2000);
  rows.emplace_back(3000, 0);
  std::vector<size_t> lengths;
  for (const WeightRow& row : rows) lengths.push_back(row.size());
  CHECK(decode_weights(encode_weights(rows), lengths) == rows);
  CHECK(decode_weights("", lengths).size() == rows.size());  // whatever they are
}

TEST_CASE("the tables of this program can be packed", "[web]") {
  std::vector<EmbeddedFile> files;
  for (const char* path : {"engine/facts/facts.tsv", "engine/facts/registry.tsv", "engine/facts/restricted.tsv",
                           "sim/ratings/ratings.txt", "agents/models/policy.txt", "agents/models/fitted.txt", "cards.image"})
    files.push_back({path, embedded_text(path)});
  const std::vector<UnpackedFile> back = unpack_tables(pack_tables(files), kForms);
  REQUIRE(back.size() == files.size());
  for (size_t i = 0; i < files.size(); ++i) CHECK(back[i].text == files[i].text);
}

}  // namespace
}  // namespace archon
