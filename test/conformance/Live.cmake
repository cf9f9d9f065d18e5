# Tests live flow with random changes of runs: of samples, and of programs that
# use everything that C and C++ allow.
pinstripe_conformance_program(live-conformance
  LiveConformance.cpp RandomChanges.cpp)

# pinstripe_live(name folder [option...] -- program argument...)
function(pinstripe_live name folder)
  pinstripe_plans(plans 300)
  pinstripe_check(live live-conformance ${name} "${folder}" --random ${plans}
                  --reference-every 15 ${ARGN})
endfunction()

pinstripe_for_each_sample(pinstripe_live LONG)

# These programs are started by their full paths, as LLDB does, since the length
# of the path moves the stack.
pinstripe_for_each_program(
  pinstripe_live "jumps.c;signals.c;objects.cpp;exceptions.cpp"
  ARGUMENTS -- "@FOLDER@/program" survive)
pinstripe_for_each_program(
  pinstripe_live
  "torture.c;calls.c;control.c;frames.c;numbers.c;contexts.c;memory.c;runs.c;torture.cpp;templates.cpp"
  LONG ARGUMENTS -- "@FOLDER@/program" survive)
# Other forms of code are tested without LLDB, for which they make no
# difference.
foreach(variant static large-frames cf-protection)
  pinstripe_for_each_program(
    pinstripe_live torture.cpp LONG VARIANT ${variant}
    ARGUMENTS --engines native,int3 -- ./program)
endforeach()
# Each trap costs 10 us, so this program gets few changes.
pinstripe_for_each_program(
  pinstripe_live loops.c LONG
  ARGUMENTS --engines native,int3 --random 10 -- ./program 500)
# Only engines that let threads take turns can run these programs.
pinstripe_for_each_threaded(pinstripe_live ptrace,lldb)
