# Read by cpack: without dpkg-shlibdeps it would make a package that depends on nothing.
find_program(DPKG_SHLIBDEPS dpkg-shlibdeps)
if(NOT DPKG_SHLIBDEPS)
  message(FATAL_ERROR "dpkg-shlibdeps is not installed (apt install dpkg-dev)")
endif()
