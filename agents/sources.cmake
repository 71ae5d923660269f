set(ARCHON_AGENTS_SOURCES
  agents/estimate.cpp
  agents/greedy.cpp
  agents/purpose.cpp
  agents/random.cpp
  agents/registry.cpp
  agents/worth.cpp
)
