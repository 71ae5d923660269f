#include "sim/results/json_members.h"

namespace archon {

JsonMembers& JsonMembers::put(std::string_view name, std::string_view json) {
  if (!members_.empty()) members_ += ',';
  members_.append("\"").append(name).append("\":").append(json);
  return *this;
}

JsonMembers& JsonMembers::add(std::string_view name, const nlohmann::json& value) {
  return put(name, value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

}  // namespace archon
