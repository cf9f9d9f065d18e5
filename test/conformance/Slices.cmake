# Tests slices of samples and of programs by executing them. A slice of a sample
# must print its criterion without any further events.
pinstripe_conformance_program(slice-conformance SliceConformance.cpp)

# pinstripe_slices(name folder [option...] -- program argument...)
function(pinstripe_slices name folder)
  pinstripe_check(slices slice-conformance ${name} "${folder}" ${ARGN})
endfunction()
function(pinstripe_sample_slices name)
  pinstripe_slices(${name} ${ARGN})
  set_tests_properties(slices.${name} PROPERTIES
                       FAIL_REGULAR_EXPRESSION "not printed")
endfunction()
pinstripe_for_each_sample(pinstripe_sample_slices)

# Two programs are left out: torture.c prints from an exit handler, on whose
# registration nothing depends; templates.cpp built with gcc lets the C++
# library follow pointers that its arguments point to.
pinstripe_for_each_program(
  pinstripe_slices
  "calls.c;control.c;frames.c;jumps.c;libraries.c;memory.c;numbers.c;runs.c;exceptions.cpp;objects.cpp;torture.cpp"
  ARGUMENTS -- ./program survive)
pinstripe_for_each_threaded(pinstripe_slices ptrace)
