# Live flow: random changes of the runs of samples and of the programs that do
# what C and C++ can do.
add_executable(live-conformance
  LiveConformance.cpp Observation.cpp Options.cpp Values.cpp)
target_link_libraries(live-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(live-conformance)

# pinstripe_live(name folder [option...] -- program argument...)
function(pinstripe_live name folder)
  add_test(NAME live.${name}
           COMMAND live-conformance --random 300 --reference-every 30 ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(live.${name} PROPERTIES TIMEOUT 600)
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
    pinstripe_live("${name}.${family}" "${folder}" ${input} -- ${words})
  endforeach()
endforeach()

# Under their full paths, since LLDB starts them so: the length moves the stack.
foreach(source torture.c calls.c control.c frames.c jumps.c signals.c numbers.c
        contexts.c memory.c runs.c torture.cpp objects.cpp templates.cpp
        exceptions.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_live("${source}.${family}" "${folder}"
                   -- "${folder}/program" survive)
  endforeach()
endforeach()
# The other shapes of code, without a debugger, which knows nothing of them.
foreach(variant static large-frames cf-protection)
  foreach(family clang gcc)
    pinstripe_program(folder torture.cpp ${family} .${variant})
    pinstripe_live("torture.cpp.${family}.${variant}" "${folder}"
                   --engines native,int3 -- ./program)
  endforeach()
endforeach()
# At 10 us a trap.
foreach(family clang gcc)
  pinstripe_program(folder loops.c ${family} "")
  pinstripe_live("loops.c.${family}" "${folder}" --engines native,int3
                 --random 10 -- ./program 500)
endforeach()
