#pragma once
// Where all output goes: standard output, standard error, files. What could not be written is a failure, and no file is left
// that looks whole and is not.
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>

namespace archon::cli {

// Bytes to a file descriptor, by way of a buffer. Remembers its first error and writes nothing from there on.
class Sink {
 public:
  explicit Sink(int descriptor) : descriptor_(descriptor) {}
  Sink(const Sink&) = delete;
  Sink& operator=(const Sink&) = delete;

  void write(std::string_view bytes);
  bool flush();  // false when there was an error
  int error() const { return error_; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  int error_ = 0;  // errno
  std::string buffer_;
};

// For its lifetime, std::cout and std::cerr show all text as visible_text (engine/facts/visible_text.h) does, and remember
// errors. A reader who went away and a file that may not grow are errors, no signals; a standard descriptor that is closed is
// kept from becoming that of another file. Made once, by main.
class StandardStreams {
 public:
  StandardStreams();
  ~StandardStreams();
  StandardStreams(const StandardStreams&) = delete;
  StandardStreams& operator=(const StandardStreams&) = delete;

  int finish(int exit_code);  // kFailed, with a message, when standard output could not be written

 private:
  class Buffer;
  friend void write_style(std::ostream& out, std::string_view style);
  std::unique_ptr<Buffer> out_, err_;
  std::streambuf *cout_, *cerr_;
};

// "auto": colour where standard output is a terminal that has it and its user wants it (https://no-color.org); "always";
// "never".
void choose_color(std::string_view when);

// Sets colours from here on (SGR, ECMA-48), such as "1" or "38;5;16;48;5;153"; "" sets all back. Only on standard output with
// colour, which else would show the sequence as text; nothing on any other stream.
void write_style(std::ostream& out, std::string_view style);

// Erases the line with the cursor, and lines - 1 above it; for stderr that is a terminal.
void erase_lines(int lines);

// A file that is there with all its text or not at all: written to PATH.partPID, renamed by commit(). A file that was there
// keeps its rights, a link leads to it, and what is no file (a pipe, /dev/stdout) is written to directly.
class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();  // without commit() nothing is left
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  std::string commit();         // empty when it worked, else "cannot write games.txt: No space left on device"
  std::string problem() const;  // the same for what went wrong so far

 private:
  void open();
  bool fail(int error);

  std::string path_, target_, temporary_;  // temporary_ is empty when the target is written to directly
  unsigned mode_ = 0;                      // of the file that was there; 0: none was
  std::unique_ptr<Sink> sink_;
  int error_ = 0;  // errno
};

// All of it at once, or as a function writes it; empty when it worked.
std::string write_file(const std::string& path, std::string_view text);
std::string write_file(const std::string& path, const std::function<void(std::ostream&)>& write);

// Why the place can't be written to, as far as can be known before: its folder or the file there is read-only, it is a folder.
std::string cannot_write(const std::string& path);

// The folder, made when it is not there; 0 or an errno.
int make_folder(const std::string& path);

}  // namespace archon::cli
