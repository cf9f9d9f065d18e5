// Searches the arguments of a call: minimises, maximises or isolates them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/CallSearch.h"
#include "Call/ArgumentSearch.h"
#include "pinstripe/Support/Error.h"

using namespace pinstripe;

/// Returns an error if the recorded call does not fail when it is replayed with
/// its recorded arguments.
static llvm::Error checkRecorded(ArgumentSearch &search) {
  llvm::Expected<Outcome> outcome = search.outcomeOf(search.found.failing);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Fail || search.isStopped())
    return llvm::Error::success();
  return llvm::make_error<ReproductionError>(
      "the recorded call does not fail when it is replayed (" +
      outcomeName(*outcome) +
      "); does the failure depend on uninitialised memory? say with --keep, "
      "--same-exit or --check what has to come out the same");
}

static llvm::Error run(ArgumentSearch &search) {
  if (llvm::Error error = checkRecorded(search))
    return error;
  switch (search.request.form) {
  case SearchForm::Minimise:
    return minimiseArguments(search);
  case SearchForm::Maximise:
    return maximiseArguments(search);
  case SearchForm::Isolate:
    return isolateArguments(search);
  }
  return llvm::Error::success();
}

llvm::Error pinstripe::searchCall(const CallArguments &arguments,
                                  const CallRequest &request, CallTests &tests,
                                  const std::atomic<bool> &stop,
                                  CallFinding &found) {
  found.failing = arguments.recorded();
  found.tests.resize(arguments.parts.size());
  found.largest.resize(arguments.parts.size());
  ArgumentSearch search(arguments, request, tests, stop, found);
  llvm::Error error = run(search);
  arguments.fitLengths(found.failing);
  if (!found.passing.empty())
    arguments.fitLengths(found.passing);
  return error;
}
