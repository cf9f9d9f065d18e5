// Says what is proved about a result: that no single part of it can be removed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CERTIFICATE_H
#define PINSTRIPE_RESULT_CERTIFICATE_H

#include "pinstripe/Reduction/Reducer.h"
#include <optional>
#include <string>

namespace pinstripe {

/// Says what a reduction removes as a whole: single events, or larger parts of
/// the run.
enum class Granularity : uint8_t {
  Instance,  ///< One event.
  Statement, ///< A reduction removes all events of a statement at once.
  /// A reduction removes all events of the body of a loop in one iteration at
  /// once; outside of loops, single events.
  Iteration,
  /// A reduction removes all events of a call at once, but not those of its
  /// callees.
  Invocation,
};

/// Returns the name of a granularity: "instance", "statement" and so on.
llvm::StringRef granularityName(Granularity granularity);

/// Says what is proved about a result: whether no single part can be removed,
/// and which parts (instances, statements, ...) were tried one by one.
struct Certificate {
  Minimality minimality = Minimality::None;
  Granularity granularity = Granularity::Instance;

  /// Returns true if no single part can be removed without losing the output.
  bool isOneMinimal() const { return minimality == Minimality::OneMinimal; }
  bool operator==(const Certificate &) const = default;
};

/// Returns "1-minimal", "1-minimal by unit", "none" and so on, in the spelling
/// of the JSON output and the case directory.
std::string certificateName(const Certificate &certificate);

/// Reads a certificate back from its two names, as certificateName() and
/// granularityName() return them; nullopt if no certificate has these names.
std::optional<Certificate> findCertificate(llvm::StringRef minimality,
                                           llvm::StringRef granularity);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CERTIFICATE_H
