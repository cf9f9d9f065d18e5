# Slices of samples and of programs, executed. Those of samples do as they are,
# without what their events use besides.
add_executable(slice-conformance
  SliceConformance.cpp Observation.cpp Options.cpp)
target_link_libraries(slice-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(slice-conformance)

foreach(sample ${samples})
  get_filename_component(name "${sample}" NAME)
  file(STRINGS "${sample}/trigger" trigger LIMIT_COUNT 1)
  separate_arguments(command UNIX_COMMAND "${trigger}")
  foreach(family clang gcc)
    set(folder "${CMAKE_BINARY_DIR}/samples/${name}-${family}")
    string(REPLACE ";<;" ";" words "${command}")
    set(input)
    if(NOT words STREQUAL command)
      list(POP_BACK words file)
      set(input --stdin "${folder}/${file}")
    endif()
    add_test(NAME slices.${name}.${family}
             COMMAND slice-conformance ${input} -- ${words}
             WORKING_DIRECTORY "${folder}")
    set_tests_properties(slices.${name}.${family} PROPERTIES TIMEOUT 120
                         FAIL_REGULAR_EXPRESSION "not printed")
  endforeach()
endforeach()

# Not here: torture.c prints from an exit handler, whose registration nothing
# depends on; templates.cpp built with gcc lets the C++ library follow pointers
# that its arguments point to.
foreach(source calls.c control.c frames.c jumps.c libraries.c memory.c numbers.c
        runs.c exceptions.cpp objects.cpp torture.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    add_test(NAME slices.${source}.${family}
             COMMAND slice-conformance -- ./program survive
             WORKING_DIRECTORY "${folder}")
    set_tests_properties(slices.${source}.${family} PROPERTIES TIMEOUT 120)
  endforeach()
endforeach()
