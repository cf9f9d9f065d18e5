// What the three forms of a search of arguments have in common.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H
#define PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H

#include "Call/CallSearch.h"
#include "Call/NumberGap.h"
#include "pinstripe/Reduction/Reduction.h"
#include <functional>

namespace pinstripe {

/// The state of a search, with the questions that all forms of it ask. All
/// references must outlive this object.
class ArgumentSearch {
public:
  using ValuesOf = std::function<CallValues(const Configuration &)>;

  ArgumentSearch(const CallArguments &arguments, const CallRequest &request,
                 CallTests &tests, const std::atomic<bool> &stop,
                 CallFinding &found)
      : arguments(arguments), request(request), found(found), tests(tests),
        stop(stop) {}

  llvm::Expected<Outcome> outcomeOf(const CallValues &values) {
    return tests.outcomeOf(values);
  }
  bool isStopped() const { return stop.load(); }
  /// Returns whether the search has to end, and notes the reason.
  bool isOver();
  /// Returns whether the search may change a part.
  bool mayChange(size_t part) const;
  size_t changeableParts() const;
  size_t distinctTests() const { return tests.counts().distinct(); }

  /// Reduces elements with the chosen algorithm. `valuesOf` returns the call
  /// that a configuration of the elements stands for.
  llvm::Expected<ReductionResult> reduceWith(size_t elements,
                                             const ValuesOf &valuesOf);

  /// Reduces the elements of one part, a text for example, with all other parts
  /// as in `values`. `elements` are those of the part, from elementsIn.
  llvm::Expected<ReductionResult>
  reduceSequence(size_t part, llvm::ArrayRef<std::string> elements,
                 const CallValues &values);

  enum class GapEnd : uint8_t { From, To };
  /// A function that is called with each call that `closeGap` has tested. It
  /// returns which end of the gap the tested number becomes; nullopt to give
  /// up.
  using Take =
      std::function<std::optional<GapEnd>(const CallValues &, Outcome)>;
  /// Tests numbers in a gap, with all other parts as in `values`, until its
  /// ends are neighbours or the search is over.
  llvm::Error closeGap(size_t part, NumberGap gap, const CallValues &values,
                       const Take &take);

  const CallArguments &arguments;
  const CallRequest &request;
  CallFinding &found;
  /// False as soon as the result of a part is not proved to be as small, or as
  /// large, as it can be.
  bool isProven = true;

private:
  CallTests &tests;
  const std::atomic<bool> &stop;
};

/// Returns the elements of a sequence, each as bytes.
std::vector<std::string> elementsIn(const CallArguments &arguments, size_t part,
                                    const CallValues &values);
/// Returns the chosen ones of some elements as one text.
std::string joinedElements(llvm::ArrayRef<std::string> elements,
                           const Configuration &configuration);

/// The three forms. Each needs the recorded call to fail.
llvm::Error minimiseArguments(ArgumentSearch &search);
llvm::Error maximiseArguments(ArgumentSearch &search);
llvm::Error isolateArguments(ArgumentSearch &search);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_DRIVER_CALL_ARGUMENTSEARCH_H
