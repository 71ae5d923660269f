// Counts the allocations of the whole test program; the engine must not cause any while it plays.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <new>

#include "tests/engine/allocations.h"
#include "tests/engine/games.h"

thread_local long archon::test::allocations = 0;

namespace {

void* counted(std::size_t size) {
  ++archon::test::allocations;
  if (void* memory = std::malloc(size ? size : 1)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { std::free(memory); }

using namespace archon;
using test::allocations;

TEST_CASE("the counter of allocations counts") {
  const long before = allocations;
  const auto* number = new volatile int(3);
  CHECK(allocations > before);
  delete number;
}

TEST_CASE("playing allocates nothing") {
  for (size_t pair = 0; pair < 4; ++pair) {
    const Matchup m = test::matchup_of(pair, pair + 1);
    static State s, copy;
    long by_copy = 0, by_list = 0, by_apply = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      test::play_random(m, s, seed, [&](const State& state, Action action) {
        const long start = allocations;
        copy = state;
        const long copied = allocations;
        ActionList list;
        legal_actions(m, copy, list);
        const long listed = allocations;
        apply(m, copy, action);
        by_copy += copied - start;
        by_list += listed - copied;
        by_apply += allocations - listed;
      });
    }
    CHECK(by_copy == 0);
    CHECK(by_list == 0);
#ifndef ARCHON_CHECKED  // the check of the invariants writes text
    CHECK(by_apply == 0);
#endif
  }
}
