#pragma once
// The files of a module (engine/core/embed.h): how they are packed, and what it is given.
#include <string_view>

#include "sim/web/packed_tables.h"

namespace archon {

TableForms packed_forms();  // the module's source says which it has

// A module that is used beside another one need not have engine/facts/facts.tsv a second time: it is given the text. False, and
// nothing changed, when it was built with other facts. To be called before any request.
bool give_facts(std::string_view text);
bool has_facts();

}  // namespace archon
