# CPack runs this script when the files of the packages are staged. It adds what
# Debian's policy asks for to each package.
find_program(GZIP gzip REQUIRED)

# compress(FILE...) replaces files by compressed ones that contain no time
# stamp.
function(compress)
  if(ARGN)
    execute_process(COMMAND "${GZIP}" -9nf ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
  endif()
endfunction()

foreach(component tool library)
  set(package pinstripe)
  if(component STREQUAL "library")
    set(package pinstripe-dev)
  endif()
  set(root "${CPACK_TEMPORARY_DIRECTORY}/${component}")
  set(docs "${root}/usr/share/doc/${package}")
  if(NOT IS_DIRECTORY "${root}")
    message(FATAL_ERROR "${root}: the files of ${package} are not staged")
  endif()
  file(COPY "${CPACK_PINSTRIPE_DEBIAN}/copyright" DESTINATION "${docs}"
       FILE_PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  configure_file("${CPACK_PINSTRIPE_DEBIAN}/changelog.in" "${docs}/changelog"
                 @ONLY)
  file(CHMOD "${docs}/changelog"
       PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
  compress("${docs}/changelog")
  file(GLOB pages "${root}/usr/share/man/man1/*.1")
  compress(${pages})
  # CPack strips programs, but not static libraries.
  file(GLOB_RECURSE archives "${root}/usr/lib/*.a")
  if(archives)
    execute_process(COMMAND "${CPACK_PINSTRIPE_STRIP}" --strip-debug
                            --enable-deterministic-archives ${archives}
                    COMMAND_ERROR_IS_FATAL ANY)
  endif()
  # Debian's zsh looks for the completions of packages in another folder than
  # for those that the local administrator has installed.
  set(zsh "${root}/usr/share/zsh")
  if(IS_DIRECTORY "${zsh}/site-functions")
    file(RENAME "${zsh}/site-functions" "${zsh}/vendor-completions")
  endif()
  if(EXISTS "${CPACK_PINSTRIPE_DEBIAN}/${package}.overrides")
    set(overrides "${root}/usr/share/lintian/overrides")
    file(MAKE_DIRECTORY "${overrides}")
    configure_file("${CPACK_PINSTRIPE_DEBIAN}/${package}.overrides"
                   "${overrides}/${package}" COPYONLY)
  endif()
endforeach()
