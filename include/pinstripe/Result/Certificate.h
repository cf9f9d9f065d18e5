// Says what is proved about a result, for example that no single part can be
// removed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CERTIFICATE_H
#define PINSTRIPE_RESULT_CERTIFICATE_H

#include "pinstripe/Reduction/Reducer.h"
#include <optional>
#include <string>

namespace pinstripe {

/// Says what a reduction removes as a whole, for example single events or
/// larger parts of the run.
enum class Granularity : uint8_t {
  Instance,  ///< One event.
  Statement, ///< A reduction removes all events of a statement at once.
  /// A reduction removes all events of a loop's body in one iteration at once.
  /// Outside of such bodies, it removes single events.
  Iteration,
  /// A reduction removes all events of one call of a function at once. The
  /// calls made by this call are removed separately.
  Invocation,
};

/// Returns the name of a granularity: "instance", "statement" and so on.
llvm::StringRef granularityName(Granularity granularity);

/// Says what is proved about a result, for example that no single part can be
/// removed. Also says which parts were tried one by one, for example instances
/// or statements.
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

/// Returns the certificate for which certificateName() returns `minimality` and
/// whose granularity has the name `granularity`; nullopt if there is none.
std::optional<Certificate> findCertificate(llvm::StringRef minimality,
                                           llvm::StringRef granularity);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CERTIFICATE_H
