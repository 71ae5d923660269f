#pragma once
// What the fuzz targets share. Each is a program by libFuzzer (https://llvm.org/docs/LibFuzzer.html): see README.md.
#include <stdlib.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>

namespace archon::fuzz {

inline std::string_view text_of(const uint8_t* data, size_t size) { return {reinterpret_cast<const char*>(data), size}; }

// A finding: ends the program.
inline void want(bool holds, const char* else_finding) {
  if (holds) return;
  std::fprintf(stderr, "%s\n", else_finding);
  std::abort();
}

// For what is read from a path. Removed at the end.
class ScratchFile {
 public:
  ScratchFile() {
    const int file = mkstemp(path_.data());
    want(file >= 0, "no file can be written");
    close(file);
  }
  ~ScratchFile() { unlink(path_.c_str()); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;

  const std::string& path() const { return path_; }
  void write(const uint8_t* data, size_t size) const {
    std::ofstream(path_, std::ios::binary | std::ios::trunc)
        .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }

 private:
  std::string path_ = "/tmp/archon-fuzz-XXXXXX";
};

}  // namespace archon::fuzz
