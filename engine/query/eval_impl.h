#pragma once
// Internal to the evaluation of expressions (eval.cpp, eval_cards.cpp).
#include "engine/query/scope.h"

namespace archon {

inline const Registers kNoRegisters{};
inline const Registers& regs(const Scope& scope) { return scope.regs ? *scope.regs : kNoRegisters; }
inline const Expr& at(const Scope& scope, ExprId id) { return scope.m.program->exprs[id]; }
inline ExprId left(const Expr& e) { return static_cast<ExprId>(e.a); }

}  // namespace archon
