# Tests slices of samples and of programs by executing them. Slices of samples
# must print the criterion as they are, without what their events use besides.
add_executable(slice-conformance
  SliceConformance.cpp Observation.cpp Options.cpp)
target_link_libraries(slice-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(slice-conformance)

# pinstripe_slices(name folder [option...] -- program argument...)
function(pinstripe_slices name folder)
  add_test(NAME slices.${name} COMMAND slice-conformance ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(slices.${name} PROPERTIES TIMEOUT ${hang_seconds})
endfunction()
function(pinstripe_sample_slices name)
  pinstripe_slices(${name} ${ARGN})
  set_tests_properties(slices.${name} PROPERTIES
                       FAIL_REGULAR_EXPRESSION "not printed")
endfunction()
pinstripe_for_each_sample(pinstripe_sample_slices)

# Two programs are left out: torture.c prints from an exit handler, on whose
# registration nothing depends; templates.cpp built with gcc lets the C++
# library follow pointers that its arguments point to.
foreach(source calls.c control.c frames.c jumps.c libraries.c memory.c numbers.c
        runs.c exceptions.cpp objects.cpp torture.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_slices("${source}.${family}" "${folder}" -- ./program survive)
  endforeach()
endforeach()
