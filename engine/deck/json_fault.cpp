#include "engine/deck/json_fault.h"

#include <nlohmann/json.hpp>
#include <string>

namespace archon {
namespace {

using Json = nlohmann::json;

// Passes over JSON up to where it is wrong.
struct FaultFinder final : nlohmann::json_sax<Json> {
  static constexpr int kOfForm = 101;  // the library's number of such an error
  JsonFault fault{};

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(size_t position, const std::string&, const Json::exception& error) override {
    fault = {position, error.id == kOfForm};
    return false;
  }
};

}  // namespace

JsonFault find_json_fault(std::string_view text) {
  FaultFinder finder;
  Json::sax_parse(text, &finder);
  return finder.fault;
}

}  // namespace archon
