# Writes version.cpp from version.cpp.in; run by CMake at every build.
#   cmake -DSOURCE_DIR=... -DOUTPUT=... -DRELEASE=1.0.0 -DCOMPILER=... -DBUILD_TYPE=... -P version.cmake
set(VERSION "unknown")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)  # .git of a folder above would name somebody else's commit
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} describe --always --dirty --exclude=*  # the commit, tagged or not
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND described)
    set(VERSION "${described}")
  endif()
endif()

# What decides how a game goes: the sources of engine and agents, card data and models, but no documentation.
file(GLOB_RECURSE FILES LIST_DIRECTORIES false RELATIVE ${SOURCE_DIR} ${SOURCE_DIR}/engine/* ${SOURCE_DIR}/agents/*)
list(FILTER FILES EXCLUDE REGEX "\\.(md|cmake)$|~$")
list(APPEND FILES sim/play/game.h sim/play/game.cpp)
list(SORT FILES)
set(DIGESTS "")
foreach(FILE ${FILES})
  file(SHA256 ${SOURCE_DIR}/${FILE} DIGEST)
  string(APPEND DIGESTS "${FILE} ${DIGEST}\n")
endforeach()
string(SHA256 DIGEST "${DIGESTS}")
string(SUBSTRING ${DIGEST} 0 16 PROGRAM_DIGEST)

configure_file(${SOURCE_DIR}/sim/results/version.cpp.in ${OUTPUT} @ONLY)
