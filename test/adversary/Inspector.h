// Finds what a run has changed on the host.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
#define PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H

#include "Manifest.h"
#include "TestWorld.h"
#include <map>

namespace pinstripe::adversary {

/// Remembers the state of the host, and reports how it has changed: files,
/// processes, descriptors of this process, shared objects and connections.
class Inspector {
public:
  /// Remembers the state of the host. Must be called before there is an engine.
  explicit Inspector(const TestWorld &world);

  /// Remembers the processes and descriptors that the engine needs between
  /// runs.
  void noteEngine();
  /// Must be called when the engine was destroyed.
  void forgetEngine();
  /// Returns all changes. Changes of processes and descriptors are reported
  /// each time, others only once.
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
  /// How many processes the engine needs of each program.
  std::map<std::string, unsigned> kept;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
