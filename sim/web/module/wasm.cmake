# The build for WebAssembly (preset wasm): the rooms that rooms.cmake says WASM of, and the modules made of them. No exceptions, no
# threads, no files.
set(ARCHON_NATIVE ${PROJECT_SOURCE_DIR}/build/release CACHE PATH "A native build: it makes the tables of the modules")
if(NOT EXISTS ${ARCHON_NATIVE}/CMakeCache.txt)
  message(FATAL_ERROR "${ARCHON_NATIVE} is no build: first cmake --preset release")
endif()

# Headers of the machine that do no harm to others: all of /usr/include would hide those of WASI.
find_path(json_headers nlohmann/json.hpp REQUIRED PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH)
find_path(eigen_headers Eigen/Core REQUIRED PATHS /usr/include/eigen3 /usr/local/include/eigen3 NO_CMAKE_FIND_ROOT_PATH)
file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/headers)
file(CREATE_LINK ${json_headers}/nlohmann ${CMAKE_BINARY_DIR}/headers/nlohmann SYMBOLIC)
file(CREATE_LINK ${eigen_headers}/Eigen ${CMAKE_BINARY_DIR}/headers/Eigen SYMBOLIC)

add_compile_options(-fno-exceptions -fno-rtti -flto -ffunction-sections -fdata-sections)
add_library(archon_rooms STATIC)
target_include_directories(archon_rooms PUBLIC ${PROJECT_SOURCE_DIR})
target_include_directories(archon_rooms SYSTEM PUBLIC ${CMAKE_BINARY_DIR}/headers)

# Games are to be fast, all else small. Each file by itself: of a library only what is needed is linked.
set(ARCHON_WASM_game -Os)
set(ARCHON_WASM_hot -Oz)
set(ARCHON_WASM_number -Oz)
set(ARCHON_WASM_light -Oz)
function(archon_room folder speed)
  cmake_parse_arguments(room "WASM" "" "NATIVE;USES" ${ARGN})
  if(NOT room_WASM)
    return()
  endif()
  file(GLOB sources CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/${folder}/*.cpp)
  list(TRANSFORM room_NATIVE REPLACE "(.+)" "${PROJECT_SOURCE_DIR}/${folder}/\\1.cpp")
  list(REMOVE_ITEM sources ${room_NATIVE})
  target_sources(archon_rooms PRIVATE ${sources})
  set_source_files_properties(${sources} PROPERTIES COMPILE_OPTIONS ${ARCHON_WASM_${speed}})
endfunction()
include(rooms.cmake)

# What a ledger says of the program (sim/results/version.h), looked up at every build as in CMakeLists.txt.
add_custom_target(archon_write_version
  COMMAND ${CMAKE_COMMAND} -DSOURCE_DIR=${PROJECT_SOURCE_DIR} -DOUTPUT=${CMAKE_BINARY_DIR}/generated/version.cpp
          -DRELEASE=${PROJECT_VERSION} "-DCOMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}" -DBUILD_TYPE=WebAssembly
          -P ${PROJECT_SOURCE_DIR}/sim/results/version.cmake
  BYPRODUCTS ${CMAKE_BINARY_DIR}/generated/version.cpp
  COMMENT "Looking up the version")
target_sources(archon_rooms PRIVATE ${CMAKE_BINARY_DIR}/generated/version.cpp)
add_dependencies(archon_rooms archon_write_version)

find_program(ARCHON_WASM_OPT wasm-opt REQUIRED)

# archon_module(TARGET NAME "SOURCE ..." FILE ...): NAME.wasm, which answers as the sources say and has these files (engine/core/embed.h).
function(archon_module target name sources)
  set(packed ${CMAKE_BINARY_DIR}/${name}.packed)
  add_custom_target(${target}_tables
    COMMAND ${CMAKE_COMMAND} --build ${ARCHON_NATIVE} --target archon_pack
    COMMAND ${ARCHON_NATIVE}/archon_pack ${packed}.new ${ARGN}
    COMMAND ${CMAKE_COMMAND} -E copy_if_different ${packed}.new ${packed}
    BYPRODUCTS ${packed}
    USES_TERMINAL COMMENT "Packing the tables of ${name}.wasm")
  set(folder ${PROJECT_SOURCE_DIR}/sim/web/module)
  list(TRANSFORM sources PREPEND ${folder}/)
  add_executable(${target} ${sources} ${folder}/calls.cpp ${folder}/packed_files.cpp ${CMAKE_BINARY_DIR}/${name}_packed.c)
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/${name}_packed.c CONTENT "#define ARCHON_PACKED \"${packed}\"\n#include \"${folder}/packed.c\"\n")
  set_source_files_properties(${CMAKE_BINARY_DIR}/${name}_packed.c PROPERTIES COMPILE_OPTIONS -std=c23 OBJECT_DEPENDS "${packed};${folder}/packed.c")
  add_dependencies(${target} ${target}_tables)
  target_compile_options(${target} PRIVATE -Oz)
  target_link_libraries(${target} PRIVATE archon_rooms)
  target_link_options(${target} PRIVATE -mexec-model=reactor -flto -Wl,--gc-sections,--strip-all,--lto-O2,-z,stack-size=1048576)
  set_target_properties(${target} PROPERTIES OUTPUT_NAME ${name} SUFFIX .wasm)
  add_custom_command(TARGET ${target} POST_BUILD VERBATIM  # once more than the compiler does: 700 bytes of archon.wasm, packed
    COMMAND ${ARCHON_WASM_OPT} -Oz --converge --enable-sign-ext --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int
            --enable-multivalue --enable-reference-types $<TARGET_FILE:${target}> -o $<TARGET_FILE:${target}>)
endfunction()

archon_module(archon_rater rater rater_module.cpp engine/facts/facts.tsv engine/facts/registry.tsv engine/facts/restricted.tsv sim/ratings/ratings.txt)
set(of_games --given engine/facts/facts.tsv agents/models/fitted.txt agents/models/guessed.txt agents/models/policy.txt cards.image)
archon_module(archon_player archon "player_module.cpp;no_system.cpp" ${of_games})
archon_module(archon_game game "game_module.cpp;no_system.cpp" ${of_games})
