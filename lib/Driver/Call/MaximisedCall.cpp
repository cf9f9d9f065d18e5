// Looks for the largest arguments with which a call passes, one at a time.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/ArgumentSearch.h"
#include "Call/SimplerNumbers.h"

using namespace pinstripe;

static llvm::Error maximiseSequence(ArgumentSearch &search, size_t part) {
  const CallValues &failing = search.found.failing;
  std::vector<std::string> elements =
      elementsIn(search.arguments, part, failing);
  llvm::Expected<ReductionResult> result =
      search.reduceSequence(part, elements, failing);
  if (!result)
    return result.takeError();
  if (result->largestPassing)
    search.found.largest[part] =
        joinedElements(elements, *result->largestPassing);
  search.isProven &= result->end == ReductionEnd::EmptyFails ||
                     result->minimality == Minimality::OneMaximal;
  return llvm::Error::success();
}

/// Tests the recorded call with another value of one part. If the call passes,
/// stores the value in the result.
static llvm::Expected<bool> passes(ArgumentSearch &search, size_t part,
                                   std::string bytes) {
  CallValues values = search.found.failing;
  values[part] = bytes;
  llvm::Expected<Outcome> outcome = search.outcomeOf(values);
  if (!outcome)
    return outcome.takeError();
  if (*outcome == Outcome::Pass)
    search.found.largest[part] = std::move(bytes);
  return *outcome == Outcome::Pass;
}

/// Looks for a number with which the call passes, between 0 and the recorded
/// number. The found number is as near to the recorded one as possible.
static llvm::Error maximiseInteger(ArgumentSearch &search, size_t part) {
  const std::string &recorded = search.found.failing[part];
  std::string zero(recorded.size(), '\0');
  if (recorded == zero)
    return llvm::Error::success();
  llvm::Expected<bool> isPassing = passes(search, part, zero);
  if (!isPassing)
    return isPassing.takeError();
  if (!*isPassing)
    return llvm::Error::success();
  NumberGap gap =
      gapBetween(*search.arguments.parts[part].type, zero, recorded);
  return search.closeGap(part, gap, search.found.failing,
                         [&](const CallValues &tested, Outcome outcome) {
                           if (outcome != Outcome::Pass)
                             return ArgumentSearch::GapEnd::To;
                           search.found.largest[part] = tested[part];
                           return ArgumentSearch::GapEnd::From;
                         });
}

/// Maximises a floating-point number, an enumerator or a boolean: tries the
/// values that are simpler than the recorded one, from the most complex one to
/// the simplest.
static llvm::Error maximiseByList(ArgumentSearch &search, size_t part) {
  std::vector<std::string> values = simplerValues(
      *search.arguments.parts[part].type, search.found.failing[part]);
  for (size_t i = values.size(); i-- > 0 && !search.isOver();) {
    llvm::Expected<bool> isPassing = passes(search, part, values[i]);
    if (!isPassing)
      return isPassing.takeError();
    if (*isPassing)
      break;
  }
  return llvm::Error::success();
}

static llvm::Error maximise(ArgumentSearch &search, size_t part) {
  const CallPart &each = search.arguments.parts[part];
  return each.isSequence() ? maximiseSequence(search, part)
         : isInteger(each) ? maximiseInteger(search, part)
                           : maximiseByList(search, part);
}

llvm::Error pinstripe::maximiseArguments(ArgumentSearch &search) {
  for (size_t i = 0; i < search.found.failing.size() && !search.isOver(); ++i) {
    if (!search.mayChange(i))
      continue;
    size_t tests = search.distinctTests();
    if (llvm::Error error = maximise(search, i))
      return error;
    search.found.tests[i] += search.distinctTests() - tests;
  }
  if (search.isProven && !search.isOver())
    search.found.minimality = Minimality::OneMaximal;
  return llvm::Error::success();
}
