# Tests recordings of instructions: of samples, and of programs that use
# everything that C and C++ allow, in all forms of code.
pinstripe_conformance_program(instruction-conformance
  InstructionConformance.cpp InstructionOrder.cpp)
target_link_libraries(instruction-conformance PRIVATE PinstripeInstrumentation)
# The test also verifies the hooks of the native engine, so it needs private
# headers.
target_include_directories(instruction-conformance
                           PRIVATE "${CMAKE_SOURCE_DIR}/lib/Native")

# pinstripe_instructions(name folder [option...] -- program argument...)
function(pinstripe_instructions name folder)
  pinstripe_check(instructions instruction-conformance ${name} "${folder}"
                  ${ARGN})
endfunction()

pinstripe_for_each_sample(pinstripe_instructions LONG)
pinstripe_for_each_program(
  pinstripe_instructions
  "torture.c;calls.c;control.c;frames.c;jumps.c;signals.c;numbers.c;contexts.c;libraries.c;memory.c;runs.c;processes.c;torture.cpp;objects.cpp;templates.cpp;exceptions.cpp"
  ARGUMENTS -- ./program survive)
# This program asks who has sent a signal; after a stop of the ptrace engine, that
# is the engine.
pinstripe_for_each_program(pinstripe_instructions interrupted.c
                           ARGUMENTS --engines native -- ./program survive)
pinstripe_for_each_program(pinstripe_instructions coroutines.cpp
                           FLAGS -std=c++20 ARGUMENTS -- ./program survive)
foreach(variant ${variants})
  pinstripe_for_each_program(
    pinstripe_instructions "torture.c;torture.cpp" LONG VARIANT ${variant}
    ARGUMENTS -- ./program)
endforeach()
pinstripe_for_each_program(pinstripe_instructions loops.c LONG
                           ARGUMENTS -- ./program 500)
# pinstripe_instructions_of_runs(source run...)
function(pinstripe_instructions_of_runs source)
  pinstripe_families(families "instructions ${source}")
  foreach(family ${families})
    pinstripe_program(folder ${source} ${family} "")
    foreach(run ${ARGN})
      pinstripe_instructions("${source}.${run}.${family}" "${folder}"
                             -- ./program ${run})
    endforeach()
  endforeach()
endfunction()
pinstripe_instructions_of_runs(seccomp.c filter strict)
pinstripe_instructions_of_runs(endings.c exit abort fault call-nowhere illegal)
pinstripe_for_each_threaded(pinstripe_instructions ptrace)
