# pinstripe_module(Name SOURCES a.cpp ... MODULES Lower ... LIBRARIES x ...)
#
# One static library per module. A module sees only the public headers of the
# modules that it names: the headers of each module reach a compiler command
# line through a directory of their own (build/include/<Module>), so that an
# include against the order of ARCHITECTURE.md does not compile.
function(pinstripe_module name)
  cmake_parse_arguments(ARG "" "" "SOURCES;MODULES;LIBRARIES" ${ARGN})
  add_library(Pinstripe${name} STATIC ${ARG_SOURCES})
  set_property(GLOBAL APPEND PROPERTY PINSTRIPE_MODULES ${name})
  set(view "${CMAKE_BINARY_DIR}/include/${name}")
  file(MAKE_DIRECTORY "${view}/pinstripe")
  file(CREATE_LINK "${CMAKE_SOURCE_DIR}/include/pinstripe/${name}"
       "${view}/pinstripe/${name}" SYMBOLIC)
  target_include_directories(Pinstripe${name} PUBLIC
                             "$<BUILD_INTERFACE:${view}>")
  # Private headers are included by their folder: "Server/NativeServer.h".
  target_include_directories(Pinstripe${name} PRIVATE
                             "${CMAKE_CURRENT_SOURCE_DIR}")
  target_include_directories(Pinstripe${name} SYSTEM PUBLIC
                             ${LLVM_INCLUDE_DIRS})
  target_compile_definitions(Pinstripe${name} PUBLIC ${LLVM_DEFINITIONS_LIST})
  foreach(module ${ARG_MODULES})
    target_link_libraries(Pinstripe${name} PUBLIC Pinstripe${module})
  endforeach()
  target_link_libraries(Pinstripe${name} PUBLIC LLVM PRIVATE ${ARG_LIBRARIES})
  pinstripe_compile_options(Pinstripe${name})
  # Modules that read files of others are instrumented: their branches guide the
  # fuzzers of test/fuzz. In the short time of a landing, the fuzzers of the
  # module Program do without.
  if(PINSTRIPE_FUZZ AND name MATCHES "^(Instrumentation|Program|Store|Trace)$"
     AND NOT (PINSTRIPE_SHORT_BUILD AND name STREQUAL "Program"))
    target_compile_options(Pinstripe${name} PRIVATE -fsanitize=fuzzer-no-link)
    # A machine instruction is compared with some hundred names.
    if(name MATCHES "^(Instrumentation|Program)$")
      target_compile_options(Pinstripe${name} PRIVATE
                             -fno-sanitize-coverage=trace-cmp)
    endif()
  endif()
endfunction()

function(pinstripe_compile_options target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wno-unused-parameter
                         -Werror=unused-result)
  if(PINSTRIPE_WARNINGS_AS_ERRORS)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
  if(PINSTRIPE_SANITIZE)
    target_compile_options(${target} PRIVATE -fsanitize=${PINSTRIPE_SANITIZERS}
                           -fno-sanitize-recover=undefined
                           -fno-omit-frame-pointer)
    target_link_options(${target} PUBLIC -fsanitize=${PINSTRIPE_SANITIZERS})
  endif()
endfunction()

separate_arguments(LLVM_DEFINITIONS_LIST NATIVE_COMMAND "${LLVM_DEFINITIONS}")
list(TRANSFORM LLVM_DEFINITIONS_LIST REPLACE "^-D" "")
