// Reads and writes predicates and options of tests in case.yaml and best.yaml.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_STORE_PREDICATEYAML_H
#define PINSTRIPE_LIB_STORE_PREDICATEYAML_H

#include "YAMLFile.h"
#include "pinstripe/Execution/LaunchSpec.h"
#include "pinstripe/Predicate/Predicate.h"

namespace llvm::yaml {

template <> struct ScalarEnumerationTraits<pinstripe::Flow> {
  static void enumeration(IO &io, pinstripe::Flow &value) {
    io.enumCase(value, "trace", pinstripe::Flow::Trace);
    io.enumCase(value, "guarded", pinstripe::Flow::Guarded);
  }
};

template <> struct ScalarEnumerationTraits<pinstripe::UnrecordedCalls> {
  static void enumeration(IO &io, pinstripe::UnrecordedCalls &value) {
    io.enumCase(value, "diverge", pinstripe::UnrecordedCalls::Diverge);
    io.enumCase(value, "skip", pinstripe::UnrecordedCalls::Skip);
    io.enumCase(value, "run", pinstripe::UnrecordedCalls::Run);
  }
};

template <> struct MappingTraits<pinstripe::PredicateSpec> {
  static void mapping(IO &io, pinstripe::PredicateSpec &spec) {
    io.mapOptional("same-stdout", spec.sameStdout, false);
    io.mapOptional("same-stderr", spec.sameStderr, false);
    io.mapOptional("same-exit", spec.sameExit, false);
    io.mapOptional("same-crash", spec.sameCrash, false);
    pinstripe::mapTexts(io, "keep", spec.keep);
    pinstripe::mapTexts(io, "same-file", spec.sameFiles);
    pinstripe::mapTexts(io, "watch", spec.watches);
    pinstripe::mapTexts(io, "check", spec.checks);
  }
};

} // namespace llvm::yaml

#endif // PINSTRIPE_LIB_STORE_PREDICATEYAML_H
