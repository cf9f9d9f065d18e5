// Finds what a run has changed on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
#define PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H

#include "Manifest.h"
#include "TestWorld.h"
#include <map>

namespace pinstripe::adversary {

/// Knows how the host was, and reports differences: files, processes,
/// descriptors of this process, shared objects, connections.
class Inspector {
public:
  /// Takes note of the host before there is an engine.
  explicit Inspector(const TestWorld &world);

  /// Takes note of the processes and descriptors that the engine needs between
  /// runs.
  void noteEngine();
  /// Tells that there is no engine from now on.
  void forgetEngine();
  /// Returns all differences. Those of processes and descriptors are reported
  /// each time, others once.
  std::vector<std::string> inspect();

private:
  std::vector<std::string> surplusNow(bool isThorough) const;
  std::vector<std::string> awaitCalm(bool isThorough) const;

  const TestWorld &world;
  Manifest manifest;
  std::vector<std::string> objects;
  const unsigned ownDescriptors;
  unsigned descriptors;
  unsigned inspections = 0;
  /// Processes that the engine needs, counted by the program that they run.
  std::map<std::string, unsigned> kept;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
