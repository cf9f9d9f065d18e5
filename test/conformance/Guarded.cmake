# Tests guarded flow with computed stores: the fast engines use tables for whole
# blocks of events, the reference goes event by event. The programs are started
# by their full paths, as LLDB does, since the length of the path moves the
# stack, and uninitialised memory may hold addresses.
foreach(source stores.c calls.c frames.c jumps.c memory.c objects.cpp
        templates.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_conformance("guarded.${source}.${family}" "${folder}"
                          RANDOM 600 --guarded 1 --reference-every 40
                          -- "${folder}/program")
  endforeach()
endforeach()

# This program has long ranges of skipped events.
foreach(family clang gcc)
  pinstripe_program(folder loops.c ${family} "")
  pinstripe_conformance("guarded.loops.c.${family}" "${folder}"
                        RANDOM 200 --guarded 1 --engines native,int3
                        -- ./program 500)
endforeach()
