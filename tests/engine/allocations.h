#pragma once
// How often this thread called operator new; counted by tests/engine/allocation_test.cpp for the whole test program.
namespace archon::test {

extern thread_local long allocations;

}  // namespace archon::test
