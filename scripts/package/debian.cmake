# `cpack` in a build writes archon_1.0.0_amd64.deb, libarchon1_1.0.0_amd64.deb and libarchon-dev_1.0.0_amd64.deb; needs dpkg-dev, which
# finds out what program and library depend on. tests/install/package.sh installs them.
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/cpack_needs.cmake)
set(CPACK_PACKAGE_CONTACT "Archon developers <dev@archon.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL archon ${archon_runtime} libarchon-dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_COMPONENT_ARCHON_DESCRIPTION "KeyForge played against itself, to measure decks
Which of my decks is stronger, how do they match up, how many chains make it
fair, which cards are worth what: thousands of games a second by the rules,
with all cards of all sets.")
set(CPACK_DEBIAN_ARCHON_PACKAGE_NAME archon)
set(CPACK_DEBIAN_ARCHON_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_ARCHON_PACKAGE_SHLIBDEPS ON)

# The number of the C interface is in the name, so that programs built for different ones find theirs.
string(TOUPPER ${archon_runtime} RUNTIME)
set(CPACK_COMPONENT_${RUNTIME}_DESCRIPTION "KeyForge for programs in any language
The shared library of archon: games by the rules, observations, legal actions
and agents by a C interface.")
set(CPACK_DEBIAN_${RUNTIME}_PACKAGE_NAME ${archon_runtime})
set(CPACK_DEBIAN_${RUNTIME}_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_${RUNTIME}_PACKAGE_SHLIBDEPS ON)
# What packages of programs that use it depend on, and that the linker has to look again.
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
file(CONFIGURE OUTPUT generated/triggers CONTENT "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_${RUNTIME}_PACKAGE_CONTROL_EXTRA ${CMAKE_BINARY_DIR}/generated/triggers)

set(CPACK_COMPONENT_LIBARCHON-DEV_DESCRIPTION "rules of KeyForge for C and C++ programs
The header of the C interface, and the engine of archon as a static library
with its headers: find_package(archon) of CMake gives archon::c and
archon::engine.")
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_NAME libarchon-dev)
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_DEPENDS "${archon_runtime} (= ${PROJECT_VERSION}), nlohmann-json3-dev")
include(CPack)
