# Tests control dependences of the runs of samples, and of programs that leave
# frames in all ways.
add_executable(control-conformance ControlConformance.cpp)
target_link_libraries(control-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(control-conformance)

# pinstripe_control(name folder [option...] -- program argument...)
function(pinstripe_control name folder)
  add_test(NAME control.${name} COMMAND control-conformance ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(control.${name} PROPERTIES TIMEOUT ${hang_seconds})
endfunction()

pinstripe_for_each_sample(pinstripe_control)

foreach(source torture.c calls.c control.c frames.c jumps.c signals.c
        objects.cpp templates.cpp exceptions.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_control("${source}.${family}" "${folder}" -- ./program survive)
  endforeach()
endforeach()
