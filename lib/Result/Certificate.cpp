// Says what is proved about a result, for example that no single part can be
// removed.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Certificate holds what is proved. This file converts certificates to names
// and back.

#include "pinstripe/Result/Certificate.h"
#include "llvm/Support/ErrorHandling.h"

using namespace pinstripe;

llvm::StringRef pinstripe::granularityName(Granularity granularity) {
  switch (granularity) {
  case Granularity::Instance:
    return "instance";
  case Granularity::Statement:
    return "statement";
  case Granularity::Iteration:
    return "iteration";
  case Granularity::Invocation:
    return "invocation";
  }
  llvm_unreachable("not a granularity");
}

std::string pinstripe::certificateName(const Certificate &certificate) {
  std::string name = minimalityName(certificate.minimality).str();
  if (!certificate.isOneMinimal() ||
      certificate.granularity == Granularity::Instance)
    return name;
  bool isByUnit = certificate.granularity == Granularity::Statement;
  return name + " by " +
         (isByUnit ? "unit" : granularityName(certificate.granularity)).str();
}

std::optional<Certificate>
pinstripe::findCertificate(llvm::StringRef minimality,
                           llvm::StringRef granularity) {
  for (Granularity part : {Granularity::Instance, Granularity::Statement,
                           Granularity::Iteration, Granularity::Invocation})
    for (Minimality each :
         {Minimality::None, Minimality::OneMinimal,
          Minimality::OneMinimalDifference, Minimality::OneMaximal}) {
      Certificate certificate{each, part};
      if (granularityName(part) == granularity &&
          certificateName(certificate) == minimality)
        return certificate;
    }
  return std::nullopt;
}
