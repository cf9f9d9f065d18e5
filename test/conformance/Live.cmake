# Tests live flow: random changes to the runs of samples, and of programs that
# use everything that C and C++ allow.
add_executable(live-conformance
  LiveConformance.cpp Observation.cpp Options.cpp Values.cpp)
target_link_libraries(live-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis)
pinstripe_compile_options(live-conformance)

# pinstripe_live(name folder [option...] -- program argument...)
function(pinstripe_live name folder)
  pinstripe_plans(plans 300)
  add_test(NAME live.${name}
           COMMAND live-conformance --random ${plans} --reference-every 15
                   ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(live.${name} PROPERTIES TIMEOUT ${hang_seconds})
endfunction()

pinstripe_for_each_sample(pinstripe_live)

# These programs are started by their full paths, as LLDB does, since the length
# of the path moves the stack.
foreach(source torture.c calls.c control.c frames.c jumps.c signals.c numbers.c
        contexts.c memory.c runs.c torture.cpp objects.cpp templates.cpp
        exceptions.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_live("${source}.${family}" "${folder}"
                   -- "${folder}/program" survive)
  endforeach()
endforeach()
# Other shapes of code are tested without a debugger, which knows nothing of
# them.
foreach(variant static large-frames cf-protection)
  foreach(family clang gcc)
    pinstripe_program(folder torture.cpp ${family} .${variant})
    pinstripe_live("torture.cpp.${family}.${variant}" "${folder}"
                   --engines native,int3 -- ./program)
  endforeach()
endforeach()
# Each trap costs 10 us, so this program gets few changes.
foreach(family clang gcc)
  pinstripe_program(folder loops.c ${family} "")
  pinstripe_live("loops.c.${family}" "${folder}" --engines native,int3
                 --random 10 -- ./program 500)
endforeach()
