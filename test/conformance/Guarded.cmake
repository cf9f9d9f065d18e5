# Tests guarded flow with computed stores. The native engine uses tables for
# whole blocks of events, while LLDB, the reference, goes event by event. The
# programs are started by their full paths, as LLDB does, since the length of
# the path moves the stack, and uninitialised memory may hold addresses.
function(pinstripe_guarded name folder)
  pinstripe_conformance("guarded.${name}" "${folder}" ${ARGN})
endfunction()

pinstripe_for_each_program(
  pinstripe_guarded objects.cpp
  ARGUMENTS RANDOM 600 --guarded 1 --reference-every 40
            -- "@FOLDER@/program")
pinstripe_for_each_program(
  pinstripe_guarded
  "stores.c;calls.c;frames.c;jumps.c;memory.c;scopes.cpp;templates.cpp"
  LONG ARGUMENTS RANDOM 600 --guarded 1 --reference-every 40
            -- "@FOLDER@/program")
# This program has long ranges of skipped events.
pinstripe_for_each_program(
  pinstripe_guarded loops.c LONG
  ARGUMENTS RANDOM 200 --guarded 1 --engines native,int3 -- ./program 500)
