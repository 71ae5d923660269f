#pragma once
// A folder for the files that a test writes.
#include <stdlib.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <system_error>

namespace archon::test {

// New and empty, with a name that no other process has; removed with all that is in it at the end. Only its owner may enter.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "archon-test-XXXXXX").string();
    REQUIRE(mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~TemporaryFolder() {
    std::error_code ignored;  // a folder that stays must not end the program
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  // The path of a file in it, which need not exist. A test with one file needs no name.
  std::string file(const std::string& name = "file") const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace archon::test
