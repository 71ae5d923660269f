set(ARCHON_TESTS_SOURCES
  tests/cards/facts_test.cpp
  tests/deck/deck_test.cpp
)

set(ARCHON_SCENARIOS_SOURCES
  tests/scenario/expect.cpp
  tests/scenario/game.cpp
  tests/scenario/main.cpp
  tests/scenario/reader.cpp
  tests/scenario/runner.cpp
  tests/scenario/words.cpp
)
