# Tests that single events can be left out if nothing depends on them.
pinstripe_conformance_program(omission-conformance
  OmissionConformance.cpp FrameVariables.cpp)

# pinstripe_omissions(name folder [option...] -- program argument...)
function(pinstripe_omissions name folder)
  pinstripe_plans(count 24)
  pinstripe_check(omissions omission-conformance ${name} "${folder}"
                  --random ${count} ${ARGN})
endfunction()

pinstripe_for_each_sample(pinstripe_omissions LONG)
pinstripe_for_each_program(
  pinstripe_omissions
  "calls.c;control.c;frames.c;jumps.c;memory.c;numbers.c;runs.c;objects.cpp"
  ARGUMENTS -- ./program survive)
pinstripe_for_each_program(
  pinstripe_omissions
  "exceptions.cpp;templates.cpp;torture.cpp;containers.cpp"
  LONG ARGUMENTS -- ./program survive)
