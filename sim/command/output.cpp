#include "sim/command/output.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <streambuf>
#include <system_error>
#include <utility>

#include "engine/facts/visible_text.h"
#include "sim/command/arguments.h"

namespace archon::cli {
namespace {

constexpr size_t kBuffer = 1 << 16;

std::string reason(int error) { return std::generic_category().message(error); }

std::string not_written(const std::string& path, int error) {
  return "cannot write " + visible_line(path) + ": " + reason(error);
}

// The length of the text without a character at its end that is not whole yet.
size_t whole_characters(std::string_view text) {
  for (size_t back = 1; back <= std::min<size_t>(3, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0) == 0x80) continue;
    const size_t wanted = byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
    return wanted > back ? text.size() - back : text.size();
  }
  return text.size();
}

// Reading from it fails when it is used for output, and the other way round.
void reserve(int descriptor) {
  if (fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) return;
  const int made = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  if (made >= 0 && made != descriptor) close(made);
}

}  // namespace

void Sink::write(std::string_view bytes) {
  buffer_ += bytes;
  if (buffer_.size() >= kBuffer) flush();
}

bool Sink::flush() {
  for (std::string_view rest = buffer_; !rest.empty() && error_ == 0;) {
    const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<size_t>(written));
    else if (errno != EINTR)
      error_ = errno;
  }
  buffer_.clear();
  return error_ == 0;
}

class StandardStreams::Buffer : public std::streambuf {
 public:
  explicit Buffer(int descriptor) : sink_(descriptor) {}

  void write_unchanged(std::string_view text) {
    pass_on(pending_.size());
    sink_.write(text);
  }
  int finish() {
    pass_on(pending_.size());
    sink_.flush();
    return sink_.error();
  }

 protected:
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    return xsputn(&byte, 1) == 1 ? traits_type::not_eof(c) : traits_type::eof();
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    pending_.append(text, static_cast<size_t>(size));
    if (pending_.size() >= kBuffer) pass_on(whole_characters(pending_));
    return sink_.error() == 0 ? size : 0;
  }
  int sync() override {
    pass_on(whole_characters(pending_));
    return sink_.flush() ? 0 : -1;
  }

 private:
  void pass_on(size_t bytes) {
    sink_.write(visible_text(std::string_view(pending_).substr(0, bytes)));
    pending_.erase(0, bytes);
  }

  Sink sink_;
  std::string pending_;
};

StandardStreams::StandardStreams() {
  std::signal(SIGXFSZ, SIG_IGN);
  std::signal(SIGPIPE, SIG_IGN);
  for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) reserve(descriptor);
  std::ios::sync_with_stdio(false);
  std::cin.tie(nullptr);
  out_ = std::make_unique<Buffer>(STDOUT_FILENO);
  err_ = std::make_unique<Buffer>(STDERR_FILENO);
  cout_ = std::cout.rdbuf(out_.get());
  cerr_ = std::cerr.rdbuf(err_.get());
}

StandardStreams::~StandardStreams() {
  std::cout.rdbuf(cout_);
  std::cerr.rdbuf(cerr_);
}

int StandardStreams::finish(int exit_code) {
  const int error = out_->finish();
  if (error != 0) {
    std::cerr << "archon: the output can't be written: " << reason(error) << '\n';
    exit_code = kFailed;
  }
  err_->finish();
  return exit_code;
}

namespace {
bool has_color = false;
}

void choose_color(std::string_view when) {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string_view(value ? value : "");
  };
  has_color = when == "always" || (when == "auto" && isatty(STDOUT_FILENO) && set("NO_COLOR").empty() && !set("TERM").empty() &&
                                   set("TERM") != "dumb");
}

void write_style(std::ostream& out, std::string_view style) {
  auto* const buffer = has_color ? dynamic_cast<StandardStreams::Buffer*>(out.rdbuf()) : nullptr;
  if (buffer) buffer->write_unchanged("\033[" + std::string(style) + "m");
}

void erase_lines(int lines) {
  std::string text = "\r\033[K";
  for (int line = 1; line < lines; ++line) text += "\033[A\033[K";
  std::cerr.flush();
  Sink sink(STDERR_FILENO);
  sink.write(text);
  sink.flush();
}

OutputFile::OutputFile(std::string path) : path_(std::move(path)), target_(path_) { open(); }

void OutputFile::open() {
  struct stat status {};
  const bool there = stat(path_.c_str(), &status) == 0;
  const bool stream = path_.starts_with("/proc/") || path_.starts_with("/dev/fd/") || path_.starts_with("/dev/std");
  if ((there && !S_ISREG(status.st_mode)) || stream) {
    const int direct = ::open(path_.c_str(), O_WRONLY | O_CLOEXEC);
    if (direct < 0) return void(fail(errno));
    sink_ = std::make_unique<Sink>(direct);
    return;
  }
  if (there) {
    std::error_code error;
    target_ = std::filesystem::canonical(path_, error).string();
    if (error) return void(fail(error.value()));
    if (access(target_.c_str(), W_OK) != 0) return void(fail(errno));
    mode_ = status.st_mode & 07777u;
  }
  const std::string name = target_ + ".part" + std::to_string(getpid());
  const int made = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (made < 0) return void(fail(errno));
  temporary_ = name;
  sink_ = std::make_unique<Sink>(made);
  if (mode_ != 0 && fchmod(made, mode_) != 0) fail(errno);
}

bool OutputFile::fail(int error) {
  if (error_ == 0) error_ = error;
  return false;
}

void OutputFile::write(std::string_view text) {
  if (sink_) sink_->write(text);
}

std::string OutputFile::problem() const {
  const int error = error_ != 0 ? error_ : sink_ ? sink_->error() : 0;
  return error == 0 ? "" : not_written(path_, error);
}

std::string OutputFile::commit() {
  if (sink_) {
    if (!sink_->flush()) fail(sink_->error());
    if (close(sink_->descriptor()) != 0) fail(errno);
    sink_.reset();
  }
  if (error_ == 0 && !temporary_.empty()) {
    if (std::rename(temporary_.c_str(), target_.c_str()) == 0)
      temporary_.clear();
    else
      fail(errno);
  }
  return problem();
}

OutputFile::~OutputFile() {
  if (sink_) close(sink_->descriptor());
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

std::string write_file(const std::string& path, std::string_view text) {
  OutputFile file(path);
  file.write(text);
  return file.commit();
}

namespace {

class FileBuffer : public std::streambuf {
 public:
  explicit FileBuffer(OutputFile& file) : file_(file) {}

 protected:
  int_type overflow(int_type c) override {
    const char byte = traits_type::to_char_type(c);
    file_.write({&byte, 1});
    return traits_type::not_eof(c);
  }
  std::streamsize xsputn(const char* text, std::streamsize size) override {
    file_.write({text, static_cast<size_t>(size)});
    return size;
  }

 private:
  OutputFile& file_;
};

}  // namespace

std::string write_file(const std::string& path, const std::function<void(std::ostream&)>& write) {
  OutputFile file(path);
  FileBuffer buffer(file);
  std::ostream out(&buffer);
  write(out);
  return file.commit();
}

std::string cannot_write(const std::string& path) {
  struct stat status {};
  if (stat(path.c_str(), &status) == 0) {
    if (S_ISDIR(status.st_mode)) return not_written(path, EISDIR);
    if (access(path.c_str(), W_OK) != 0) return not_written(path, errno);
    if (!S_ISREG(status.st_mode)) return "";
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  return access(folder.empty() ? "." : folder.c_str(), W_OK | X_OK) == 0 ? "" : not_written(path, errno);
}

int make_folder(const std::string& path) {
  std::error_code error;
  std::filesystem::create_directories(path, error);
  std::error_code ignored;
  return std::filesystem::is_directory(path, ignored) ? 0 : error ? error.value() : ENOTDIR;
}

}  // namespace archon::cli
