# Writes version.cpp from version.cpp.in; run by CMake at every build.
#   cmake -DSOURCE_DIR=... -DOUTPUT=... -DCOMPILER=... -DBUILD_TYPE=... -P version.cmake
set(VERSION "unknown")
find_program(GIT git)
if(GIT AND EXISTS ${SOURCE_DIR}/.git)  # .git of a folder above would name somebody else's commit
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} describe --tags --always --dirty
                  OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND described)
    set(VERSION "${described}")
  endif()
endif()
configure_file(${SOURCE_DIR}/sim/version.cpp.in ${OUTPUT} @ONLY)
