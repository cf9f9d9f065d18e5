// Tests that names in stored files are read as they were written.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "TestSupport/Catch.h"
#include "pinstripe/Result/Certificate.h"
#include "pinstripe/Result/TestTally.h"

using namespace pinstripe;

TEST_CASE("Every cause of an unresolved test is found by its name",
          "[result][names]") {
  using Kind = UnresolvedCause::Kind;
  for (UnresolvedCause cause :
       {UnresolvedCause{Kind::Crash}, UnresolvedCause{Kind::Hang},
        UnresolvedCause{Kind::Divergence},
        UnresolvedCause{Kind::DecidedOtherwise},
        UnresolvedCause{Kind::Undecided},
        UnresolvedCause{Kind::Limit, LimitReached::Kind::Events},
        UnresolvedCause{Kind::Limit, LimitReached::Kind::FileSize},
        UnresolvedCause{Kind::Limit, LimitReached::Kind::Processes}})
    CHECK(causeNamed(nameOf(cause)) == cause);
  CHECK(nameOf({Kind::Limit, LimitReached::Kind::UsedMemory}) ==
        "limit of memory");
  CHECK(causeNamed("no such cause") == UnresolvedCause{Kind::Undecided});
}

TEST_CASE("Every certificate is found by its names", "[result][names]") {
  for (Minimality minimality :
       {Minimality::None, Minimality::OneMinimal,
        Minimality::OneMinimalDifference, Minimality::OneMaximal})
    for (Granularity granularity :
         {Granularity::Instance, Granularity::Statement, Granularity::Iteration,
          Granularity::Invocation}) {
      Certificate certificate{minimality, granularity};
      CHECK(findCertificate(certificateName(certificate),
                            granularityName(granularity)) == certificate);
    }
  CHECK(certificateName({Minimality::OneMinimal, Granularity::Statement}) ==
        "1-minimal by unit");
  CHECK(!findCertificate("1-minimal by unit", "iteration"));
  CHECK(!findCertificate("2-minimal", "instance"));
}
