// Makes results of runs for tests of predicates.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_UNIT_PREDICATE_OBSERVATIONS_H
#define PINSTRIPE_TEST_UNIT_PREDICATE_OBSERVATIONS_H

#include "TestSupport/Catch.h"
#include "pinstripe/Predicate/Predicate.h"
#include "pinstripe/Support/Error.h"

namespace pinstripe {

inline RunResult printed(std::string standardOutput) {
  RunResult result;
  result.standardOutput = std::move(standardOutput);
  return result;
}

inline RunResult endedWith(Ending ending) {
  RunResult result = printed("x\n");
  result.ending = ending;
  return result;
}

inline RunResult left(std::string path, std::optional<std::string> content) {
  RunResult result = printed("x\n");
  result.files[path] = std::move(content);
  return result;
}

/// Creates the predicate of a specification without check programs.
inline std::unique_ptr<Predicate> predicateOf(const PredicateSpec &spec,
                                              const RunResult &recorded) {
  return llvm::cantFail(createPredicate(spec, recorded, "unused"));
}

/// Returns the message of the UsageError that the specification leads to.
inline std::string
usageErrorOf(const PredicateSpec &spec, const RunResult &recorded,
             const std::string &scratchDirectory = "unused") {
  llvm::Error error =
      createPredicate(spec, recorded, scratchDirectory).takeError();
  REQUIRE(error.isA<UsageError>());
  return llvm::toString(std::move(error));
}

inline Outcome outcomeOf(Predicate &predicate, const RunResult &result) {
  return llvm::cantFail(predicate.test(result));
}

inline PredicateSpec keeping(std::string expression) {
  PredicateSpec spec;
  spec.keep = {std::move(expression)};
  return spec;
}

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_PREDICATE_OBSERVATIONS_H
