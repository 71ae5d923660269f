#pragma once
// Files that become part of the program: ARCHON_EMBED(symbol, "path") at namespace scope of one .cpp file declares
// archon_begin_SYMBOL and archon_end_SYMBOL, the first character and the one behind the last.
//
// The assembler copies a file into the read-only data between two symbols. (#embed is C++26; a generated array of numbers takes
// the compiler seconds.) The build adds the root of the repository to the assembler's search path and knows the files as
// dependencies.
#define ARCHON_EMBED(symbol, file)               \
  __asm__(                                       \
      ".pushsection .rodata\n"                   \
      ".global archon_begin_" #symbol            \
      "\n"                                       \
      ".hidden archon_begin_" #symbol            \
      "\n"                                       \
      "archon_begin_" #symbol                    \
      ":\n"                                      \
      ".incbin \"" file                          \
      "\"\n"                                     \
      ".global archon_end_" #symbol              \
      "\n"                                       \
      ".hidden archon_end_" #symbol              \
      "\n"                                       \
      "archon_end_" #symbol                      \
      ":\n"                                      \
      ".byte 0\n"                                \
      ".popsection\n");                          \
  extern "C" const char archon_begin_##symbol[]; \
  extern "C" const char archon_end_##symbol[];
