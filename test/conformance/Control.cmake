# The control dependences of the runs of samples, and of programs that leave
# frames in all ways.
add_executable(control-conformance ControlConformance.cpp)
target_link_libraries(control-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(control-conformance)

# pinstripe_control(name folder [option...] -- program argument...)
function(pinstripe_control name folder)
  add_test(NAME control.${name} COMMAND control-conformance ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(control.${name} PROPERTIES TIMEOUT 60)
endfunction()

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
    pinstripe_control("${name}.${family}" "${folder}" ${input} -- ${words})
  endforeach()
endforeach()

foreach(source torture.c calls.c control.c frames.c jumps.c signals.c
        objects.cpp templates.cpp exceptions.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_control("${source}.${family}" "${folder}" -- ./program survive)
  endforeach()
endforeach()
