// Looks for small arguments with which a call still fails.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Call/ArgumentSearch.h"
#include "Call/SimplerNumbers.h"

using namespace pinstripe;

namespace {

class Minimiser {
public:
  explicit Minimiser(ArgumentSearch &search)
      : search(search), failing(search.found.failing) {}
  llvm::Error run();

private:
  llvm::Error minimise(size_t part, bool isAgain);
  llvm::Error minimiseSequence(size_t part);
  llvm::Error minimiseInteger(size_t part, bool isAgain);
  llvm::Error minimiseByList(size_t part);
  llvm::Expected<bool> accept(size_t part, std::string bytes);

  ArgumentSearch &search;
  CallValues &failing; ///< The smallest failing call so far.
};

} // namespace

/// Tests the failing call with another value of one part. If it still fails, it
/// becomes the new failing call.
llvm::Expected<bool> Minimiser::accept(size_t part, std::string bytes) {
  if (bytes == failing[part])
    return true;
  CallValues values = failing;
  values[part] = std::move(bytes);
  llvm::Expected<Outcome> outcome = search.outcomeOf(values);
  if (!outcome)
    return outcome.takeError();
  if (*outcome != Outcome::Fail)
    return false;
  failing = std::move(values);
  return true;
}

llvm::Error Minimiser::minimiseSequence(size_t part) {
  std::vector<std::string> elements =
      elementsIn(search.arguments, part, failing);
  llvm::Expected<ReductionResult> result =
      search.reduceSequence(part, elements, failing);
  if (!result)
    return result.takeError();
  bool isEmpty = result->end == ReductionEnd::EmptyFails;
  if (result->counts.fail != 0)
    failing[part] = isEmpty ? "" : joinedElements(elements, result->best);
  search.isProven &= isEmpty || result->minimality == Minimality::OneMinimal;
  return llvm::Error::success();
}

/// Minimises an integer: looks for a value that still fails, between 0 and the
/// value in the smallest failing call so far.
llvm::Error Minimiser::minimiseInteger(size_t part, bool isAgain) {
  const ValueType &type = *search.arguments.parts[part].type;
  std::string zero(failing[part].size(), '\0');
  if (failing[part] == zero)
    return llvm::Error::success();
  llvm::Expected<bool> fails = accept(part, zero);
  if (!fails)
    return fails.takeError();
  if (*fails || search.isOver())
    return llvm::Error::success();
  NumberGap gap = gapBetween(type, zero, failing[part]);
  if (isAgain && !gap.isClosed()) {
    // After the first round, most numbers can't become smaller. So the
    // neighbour of the number towards 0 is tested first: if the call with this
    // neighbour does not fail, no other number is tested.
    uint64_t next = gap.nextToEnd();
    fails = accept(
        part, bytesOfNumber(static_cast<int64_t>(next), failing[part].size()));
    if (!fails)
      return fails.takeError();
    (*fails ? gap.to : gap.from) = next;
  }
  return search.closeGap(part, gap, failing,
                         [&](const CallValues &tested, Outcome outcome) {
                           if (outcome != Outcome::Fail)
                             return ArgumentSearch::GapEnd::From;
                           failing = tested;
                           return ArgumentSearch::GapEnd::To;
                         });
}

/// Minimises a floating-point number, an enumerator or a boolean: tries the
/// values that are simpler, the simplest first.
llvm::Error Minimiser::minimiseByList(size_t part) {
  const ValueType &type = *search.arguments.parts[part].type;
  for (std::string &value : simplerValues(type, failing[part])) {
    if (search.isOver())
      break;
    llvm::Expected<bool> fails = accept(part, std::move(value));
    if (!fails)
      return fails.takeError();
    if (*fails)
      break;
  }
  return llvm::Error::success();
}

llvm::Error Minimiser::minimise(size_t part, bool isAgain) {
  const CallPart &each = search.arguments.parts[part];
  return each.isSequence() ? minimiseSequence(part)
         : isInteger(each) ? minimiseInteger(part, isAgain)
                           : minimiseByList(part);
}

llvm::Error Minimiser::run() {
  CallValues before;
  for (bool isAgain = false; before != failing; isAgain = true) {
    before = failing;
    search.isProven = true;
    for (size_t i = 0; i < before.size() && !search.isOver(); ++i) {
      if (!search.mayChange(i))
        continue;
      size_t tests = search.distinctTests();
      if (llvm::Error error = minimise(i, isAgain))
        return error;
      search.found.tests[i] += search.distinctTests() - tests;
    }
    if (search.changeableParts() == 1 || search.isOver())
      break;
  }
  if (search.isProven && !search.isOver())
    search.found.minimality = Minimality::OneMinimal;
  return llvm::Error::success();
}

llvm::Error pinstripe::minimiseArguments(ArgumentSearch &search) {
  return Minimiser(search).run();
}
