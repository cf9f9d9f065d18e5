# Tests control dependences of the runs of samples, and of programs that leave
# frames in all ways.
pinstripe_conformance_program(control-conformance ControlConformance.cpp)

# pinstripe_control(name folder [option...] -- program argument...)
function(pinstripe_control name folder)
  pinstripe_check(control control-conformance ${name} "${folder}" ${ARGN})
endfunction()

pinstripe_for_each_sample(pinstripe_control)
pinstripe_for_each_program(
  pinstripe_control
  "torture.c;calls.c;control.c;frames.c;jumps.c;signals.c;objects.cpp;templates.cpp;exceptions.cpp"
  ARGUMENTS -- ./program survive)
