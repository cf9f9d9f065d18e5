# Installs the part that others may use: `cmake --install BUILD --component
# library` installs all modules, their headers, and a package for
# find_package(Pinstripe).
include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

get_property(modules GLOBAL PROPERTY PINSTRIPE_MODULES)
foreach(module ${modules})
  set_target_properties(Pinstripe${module} PROPERTIES EXPORT_NAME ${module})
  target_compile_features(Pinstripe${module} PUBLIC cxx_std_20)
  install(TARGETS Pinstripe${module} EXPORT PinstripeTargets
          ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library
          INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  install(DIRECTORY "${CMAKE_SOURCE_DIR}/include/pinstripe/${module}"
          DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/pinstripe"
          COMPONENT library FILES_MATCHING PATTERN "*.h")
endforeach()
# The code that the native engine puts into the program under test is a library
# of its own, without headers.
set_target_properties(PinstripeRuntimeImage PROPERTIES
                      EXPORT_NAME RuntimeImage)
install(TARGETS PinstripeRuntimeImage EXPORT PinstripeTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)

# The same is true of the grammars of tree-sitter.
set_target_properties(PinstripeLanguages PROPERTIES EXPORT_NAME Languages)
install(TARGETS PinstripeLanguages EXPORT PinstripeTargets
        ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/Pinstripe")
install(EXPORT PinstripeTargets NAMESPACE Pinstripe::
        DESTINATION "${package}" COMPONENT library)
configure_package_config_file(
  "${CMAKE_CURRENT_LIST_DIR}/PinstripeConfig.cmake.in"
  "${CMAKE_BINARY_DIR}/PinstripeConfig.cmake" INSTALL_DESTINATION "${package}")
write_basic_package_version_file(
  "${CMAKE_BINARY_DIR}/PinstripeConfigVersion.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/PinstripeConfig.cmake"
              "${CMAKE_BINARY_DIR}/PinstripeConfigVersion.cmake"
        DESTINATION "${package}" COMPONENT library)
install(DIRECTORY "${CMAKE_SOURCE_DIR}/samples/library"
        DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/pinstripe-dev/samples"
        COMPONENT library)
