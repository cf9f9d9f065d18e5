# Tests detailed recordings of samples, and of programs that use everything that
# C and C++ allow, in all shapes of code.
add_executable(instruction-conformance
  InstructionConformance.cpp InstructionOrder.cpp Observation.cpp Options.cpp)
target_link_libraries(instruction-conformance
  PRIVATE PinstripeDriver PinstripeNative PinstripeAnalysis
          PinstripeInstrumentation)
# The test verifies the hooks of the engine itself.
target_include_directories(instruction-conformance
                           PRIVATE "${CMAKE_SOURCE_DIR}/lib/Native")
pinstripe_compile_options(instruction-conformance)

# pinstripe_instructions(name folder [option...] -- program argument...)
function(pinstripe_instructions name folder)
  add_test(NAME instructions.${name} COMMAND instruction-conformance ${ARGN}
           WORKING_DIRECTORY "${folder}")
  set_tests_properties(instructions.${name} PROPERTIES TIMEOUT ${hang_seconds})
endfunction()

pinstripe_for_each_sample(pinstripe_instructions)

foreach(source torture.c calls.c control.c frames.c jumps.c signals.c numbers.c
        contexts.c libraries.c memory.c runs.c processes.c interrupted.c
        torture.cpp objects.cpp templates.cpp exceptions.cpp coroutines.cpp)
  set(flags)
  if(source STREQUAL coroutines.cpp)
    set(flags -std=c++20)
  endif()
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "" ${flags})
    pinstripe_instructions("${source}.${family}" "${folder}" -- ./program
                           survive)
  endforeach()
endforeach()
foreach(variant cf-protection stack-protector no-pie pg avx2 no-plt static
        large-frames)
  foreach(source torture.c torture.cpp)
    foreach(family clang gcc)
      pinstripe_program(folder ${source} ${family} .${variant}
                        ${variant_${variant}})
      pinstripe_instructions("${source}.${family}.${variant}" "${folder}"
                             -- ./program)
    endforeach()
  endforeach()
endforeach()
foreach(family clang gcc)
  foreach(run filter strict)
    pinstripe_program(folder seccomp.c ${family} "")
    pinstripe_instructions("seccomp.c.${run}.${family}" "${folder}"
                           -- ./program ${run})
  endforeach()
  foreach(run exit abort fault call-nowhere illegal)
    pinstripe_program(folder endings.c ${family} "")
    pinstripe_instructions("endings.c.${run}.${family}" "${folder}"
                           -- ./program ${run})
  endforeach()
  pinstripe_program(folder loops.c ${family} "")
  pinstripe_instructions("loops.c.${family}" "${folder}" -- ./program 500)
endforeach()
