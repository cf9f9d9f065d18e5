# Guarded flow with what skipped events would have written, as the recording
# says: the fast engines by tables of whole blocks of events, the reference one
# event after the other. Under their full paths, since LLDB starts them so: the
# length moves the stack, and what is garbage may be an address.
foreach(source stores.c calls.c frames.c jumps.c memory.c objects.cpp
        templates.cpp)
  foreach(family clang gcc)
    pinstripe_program(folder ${source} ${family} "")
    pinstripe_conformance("guarded.${source}.${family}" "${folder}"
                          --guarded 1 --random 600 --reference-every 40
                          -- "${folder}/program")
  endforeach()
endforeach()

# Long ranges of skipped events.
foreach(family clang gcc)
  pinstripe_program(folder loops.c ${family} "")
  pinstripe_conformance("guarded.loops.c.${family}" "${folder}"
                        --guarded 1 --random 200 --engines native,int3
                        -- ./program 500)
endforeach()
