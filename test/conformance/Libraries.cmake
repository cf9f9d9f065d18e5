# Tests programs with a shared library of their own, which is traced as well.
# They are built from programs/NAME-library.EXT and programs/NAME.EXT.
function(pinstripe_linked_program source)
  string(REGEX MATCH "[^.]+$" language "${source}")
  get_filename_component(name "${source}" NAME_WE)
  set(programs "${CMAKE_CURRENT_SOURCE_DIR}/programs")
  set(library "${programs}/${name}-library.${language}")
  set(program "${programs}/${source}")
  set(header "${programs}/${name}.h")
  pinstripe_families(families "libraries ${source}")
  foreach(family ${families})
    set(compiler ${compiler_${language}_${family}})
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${source}-${family}")
    file(MAKE_DIRECTORY "${folder}")
    add_custom_command(
      OUTPUT "${folder}/libshared.so"
      COMMAND ${compiler} -w -g -O0 -fPIC -shared "${library}"
              -Wl,-soname,libshared.so -o "${folder}/libshared.so"
      DEPENDS "${library}" "${header}"
      VERBATIM)
    add_custom_command(
      OUTPUT "${folder}/program"
      COMMAND ${compiler} -w -g -O0 "${program}" "-L${folder}" -lshared
              "-Wl,-rpath,${folder}" -o "${folder}/program"
      DEPENDS "${program}" "${header}" "${folder}/libshared.so"
      VERBATIM)
    add_custom_target(programs.${source}.${family} ALL
                      DEPENDS "${folder}/program")
    pinstripe_conformance("${source}.${family}" "${folder}"
                          --module "${folder}/libshared.so" ${ARGN}
                          -- ./program)
  endforeach()
endfunction()

pinstripe_linked_program(shared.c)
if(PINSTRIPE_ALL_TESTS)
  pinstripe_linked_program(shapes.cpp)
endif()
