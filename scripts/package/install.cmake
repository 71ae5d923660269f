# What `cmake --install` puts where, in three parts (components) that are Debian packages of their own: `archon`, the program and what
# belongs to it; `libarchon1`, the shared library with the C interface; and `libarchon-dev`, what programs are built with: the
# interface's header, and the engine for C++ programs (tests/install has one of each).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME archon)
install(TARGETS archon)
# The program has these decks in it, as `builtin`; these are to look at, to change, and for programs of one's own.
install(DIRECTORY sim/decks DESTINATION ${CMAKE_INSTALL_DATADIR}/archon FILES_MATCHING PATTERN *.deck)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR})

# What Debian's policy asks of every package: its licence, and what has changed, compressed.
find_program(GZIP gzip)
set(changes ${CMAKE_SOURCE_DIR}/CHANGELOG.md)
if(GZIP)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${changes})
  execute_process(COMMAND ${GZIP} -9nc ${changes} OUTPUT_FILE ${CMAKE_BINARY_DIR}/generated/changelog.gz COMMAND_ERROR_IS_FATAL ANY)
  set(changes ${CMAKE_BINARY_DIR}/generated/changelog.gz)
endif()
function(archon_papers component)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${component} RENAME copyright COMPONENT ${component})
  install(FILES ${changes} DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${component} COMPONENT ${component})
endfunction()
archon_papers(archon)

# What the program says of itself: completion and manual pages.
if(NOT CMAKE_CROSSCOMPILING AND NOT ARCHON_SANITIZE)  # it has to run
  set(said ${CMAKE_BINARY_DIR}/generated/said)
  file(MAKE_DIRECTORY ${said})
  if(GZIP)
    set(compress COMMAND ${GZIP} -9nr ${said}/man1)
  endif()
  add_custom_command(OUTPUT ${said}/archon ${said}/_archon ${said}/archon.fish DEPENDS archon
    COMMAND archon completion bash > ${said}/archon
    COMMAND archon completion zsh > ${said}/_archon
    COMMAND archon completion fish > ${said}/archon.fish
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${said}/man1  # pages of commands that are no more
    COMMAND archon man --out ${said}/man1
    ${compress}
    COMMENT "Writing completion and manual pages")
  add_custom_target(archon_said ALL DEPENDS ${said}/archon)
  install(DIRECTORY ${said}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR})
  install(FILES ${said}/archon DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${said}/archon.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  # Debian's zsh looks here below /usr, and as all others below /usr/local.
  install(CODE "
    string(COMPARE EQUAL \"\${CMAKE_INSTALL_PREFIX}\" /usr of_system)
    if(of_system AND EXISTS /etc/debian_version)
      set(folder vendor-completions)
    else()
      set(folder site-functions)
    endif()
    file(INSTALL ${said}/_archon DESTINATION \${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder})")
endif()

# find_package(archon) gives archon::engine, whose headers are included as here: "engine/engine.h"; and archon::c, <archon.h>.
set(CMAKE_INSTALL_DEFAULT_COMPONENT_NAME libarchon-dev)
set(archon_runtime libarchon${archon_api_version})
set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/archon)
set(header_folder ${CMAKE_INSTALL_INCLUDEDIR}/archon)
set_target_properties(archon_engine PROPERTIES EXPORT_NAME engine)
set_target_properties(archon_engine_needs PROPERTIES EXPORT_NAME engine_needs)
install(TARGETS archon_engine archon_engine_needs EXPORT archon INCLUDES DESTINATION ${header_folder})
set_target_properties(archon_c PROPERTIES EXPORT_NAME c)
install(TARGETS archon_c EXPORT archon LIBRARY COMPONENT ${archon_runtime} NAMELINK_COMPONENT libarchon-dev
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES agents/c/archon.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(EXPORT archon NAMESPACE archon:: FILE archon-targets.cmake DESTINATION ${package_folder})
install(DIRECTORY engine DESTINATION ${header_folder} FILES_MATCHING PATTERN *.h PATTERN *.def PATTERN *_impl.h EXCLUDE
  REGEX "/cards/[a-z0-9]+$" EXCLUDE)  # folders of definitions
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/archon-config.cmake.in generated/archon-config.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(generated/archon-config-version.cmake COMPATIBILITY SameMajorVersion)
install(FILES ${CMAKE_BINARY_DIR}/generated/archon-config.cmake ${CMAKE_BINARY_DIR}/generated/archon-config-version.cmake
  DESTINATION ${package_folder})
archon_papers(libarchon-dev)
archon_papers(${archon_runtime})
