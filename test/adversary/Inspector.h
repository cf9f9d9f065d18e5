//===- Inspector.h - The world after a run -------------------- -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
#define PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H

#include "Manifest.h"
#include "World.h"
#include <map>

namespace pinstripe::adversary {

/// Knows how the world was, and says what is no longer so: files, processes,
/// descriptors of ours, shared objects, connections.
class Inspector {
public:
  /// Before there is an engine.
  explicit Inspector(const World &world);

  /// What an engine keeps between runs is as it should be right now.
  void noteEngine();
  /// From now on there is no engine.
  void forgetEngine();
  /// Each difference is told once, but for processes and descriptors.
  std::vector<std::string> inspect();

private:
  std::vector<std::string> surplusNow(bool isThorough) const;
  std::vector<std::string> awaitCalm(bool isThorough) const;

  const World &world;
  Manifest manifest;
  std::vector<std::string> objects;
  const unsigned ownDescriptors;
  unsigned descriptors;
  unsigned inspections = 0;
  /// By what they run.
  std::map<std::string, unsigned> kept;
};

} // namespace pinstripe::adversary

#endif // PINSTRIPE_TEST_ADVERSARY_INSPECTOR_H
