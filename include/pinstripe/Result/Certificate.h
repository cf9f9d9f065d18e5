// Says what is proven of a result: that nothing of a certain size can go.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_RESULT_CERTIFICATE_H
#define PINSTRIPE_RESULT_CERTIFICATE_H

#include "pinstripe/Reduction/Reducer.h"
#include <optional>
#include <string>

namespace pinstripe {

/// The parts of a run that a reduction removes as one.
enum class Granularity : uint8_t {
  Instance,   ///< One event.
  Statement,  ///< All events of a statement unit.
  Iteration,  ///< The body of an iteration; outside of loops, one event.
  Invocation, ///< All events of an invocation, without those that it called.
};

/// "instance", "statement", "iteration", "invocation".
llvm::StringRef granularityName(Granularity granularity);

/// A proof that nothing more can be removed, and of which parts it holds.
struct Certificate {
  Minimality minimality = Minimality::None;
  Granularity granularity = Granularity::Instance;

  /// No single part can be removed without losing the output.
  bool isOneMinimal() const { return minimality == Minimality::OneMinimal; }
  bool operator==(const Certificate &) const = default;
};

/// "1-minimal", "1-minimal by unit", "1-minimal by iteration", "none", ... as
/// the JSON output and the case directory spell it.
std::string certificateName(const Certificate &certificate);

/// Finds the certificate with these names, as certificateName() and
/// granularityName() spell them. Returns none if there is no such certificate.
std::optional<Certificate> findCertificate(llvm::StringRef minimality,
                                           llvm::StringRef granularity);

} // namespace pinstripe

#endif // PINSTRIPE_RESULT_CERTIFICATE_H
