// Finds what a run has changed on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Inspector.h"
#include "HostLeftovers.h"
#include "llvm/ADT/StringExtras.h"
#include <unistd.h>

using namespace pinstripe::adversary;

/// The number of milliseconds that ending processes, and threads of a debugger,
/// have to end.
static constexpr unsigned calmMilliseconds = 3000;
/// The whole machine is searched for escaped processes after this many runs.
/// The search takes as long as a run. Escaped processes stay until they are
/// found.
static constexpr unsigned thoroughEvery = 20;

Inspector::Inspector(const TestWorld &world)
    : world(world), manifest(manifestOf(world.guardedPaths())),
      ownDescriptors(openDescriptors()), descriptors(ownDescriptors) {}

void Inspector::noteEngine() {
  kept = kindsOf(processes(world.mark()));
  descriptors = openDescriptors();
}

void Inspector::forgetEngine() {
  kept.clear();
  descriptors = ownDescriptors;
}

std::vector<std::string> Inspector::surplusNow(bool isThorough) const {
  std::vector<std::string> found = surplus(
      kindsOf(isThorough ? processes(world.mark()) : descendants()), kept);
  unsigned open = openDescriptors();
  if (open > descriptors)
    found.push_back(llvm::utostr(open) + " open descriptors, " +
                    llvm::utostr(descriptors) + " before");
  return found;
}

std::vector<std::string> Inspector::awaitCalm(bool isThorough) const {
  std::vector<std::string> found = surplusNow(isThorough);
  for (unsigned i = 0; i < calmMilliseconds && !found.empty(); ++i) {
    ::usleep(1000);
    found = surplusNow(isThorough);
  }
  return found;
}

std::vector<std::string> Inspector::inspect() {
  bool isThorough = inspections++ % thoroughEvery == 0 || kept.empty();
  std::vector<std::string> found = awaitCalm(isThorough);
  Manifest now = manifestOf(world.guardedPaths());
  for (std::string &difference : differences(manifest, now))
    found.push_back(std::move(difference));
  manifest = std::move(now);
  for (const std::string &place : world.takeConnections())
    found.push_back("somebody has talked to " + place);
  std::vector<std::string> objectsNow = sharedObjects(world.key());
  for (const std::string &object : objectsNow)
    if (!llvm::is_contained(objects, object))
      found.push_back("left behind: " + object);
  objects = std::move(objectsNow);
  return found;
}
