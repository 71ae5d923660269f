# `cpack` in a build writes archon_1.0.0_amd64.deb and libarchon-dev_1.0.0_amd64.deb; needs dpkg-dev, which finds out what the program
# depends on. tests/install/package.sh installs them.
set(CPACK_GENERATOR DEB)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/cpack_needs.cmake)
set(CPACK_PACKAGE_CONTACT "Archon developers <dev@archon.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL archon libarchon-dev)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)

set(CPACK_COMPONENT_ARCHON_DESCRIPTION "KeyForge played against itself, to measure decks
Which of my decks is stronger, how do they match up, how many chains make it
fair, which cards are worth what: thousands of games a second by the rules,
with all cards of all sets.")
set(CPACK_DEBIAN_ARCHON_PACKAGE_NAME archon)
set(CPACK_DEBIAN_ARCHON_PACKAGE_SECTION misc)
set(CPACK_DEBIAN_ARCHON_PACKAGE_SHLIBDEPS ON)

set(CPACK_COMPONENT_LIBARCHON-DEV_DESCRIPTION "rules of KeyForge for C++ programs
The engine of archon as a static library with its headers: find_package(archon)
of CMake gives archon::engine.")
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_NAME libarchon-dev)
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBARCHON-DEV_PACKAGE_DEPENDS nlohmann-json3-dev)
include(CPack)
