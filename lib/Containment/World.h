//===- World.h - What a sandbox shows of the file system --------*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A private file system in memory holds, in the root of the sandbox's mounts:
// /old, the host's files as they are; /new, what the program sees as "/"; and
// what is written in views, /views/INDEX-GENERATION/written, where a view has a
// new generation each time it is put back.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_LIB_CONTAINMENT_WORLD_H
#define PINSTRIPE_LIB_CONTAINMENT_WORLD_H

#include "MountTable.h"
#include "pinstripe/Containment/Sandbox.h"
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// One thing to be done in the sandbox's mount namespace.
struct WorldStep {
  enum class Kind : uint8_t {
    Folder,      ///< made, with `mode`
    File,        ///< made, empty
    Link,        ///< made, to `source`
    Bind,        ///< `source` shows here, too
    BindTree,    ///< with all that is mounted below
    Tmpfs,       ///< an empty file system in memory
    Processes,   ///< /proc
    Terminals,   ///< a /dev/pts of its own
    Queues,      ///< /dev/mqueue
    View,        ///< copy on write: `source` below, written into `view`
    ReadOnly,    ///< this mount
    ReadOnlyTree ///< with all that is mounted below
  } kind = Kind::Folder;
  std::string target = {};
  std::string source = {};
  unsigned mode = 0755;
  /// Not everything is there everywhere.
  bool isOptional = false;
  size_t view = 0;
  /// Of a view: the source for overlayfs, in its syntax.
  std::string overlayOptions = {};
};

/// A folder that is seen copy-on-write.
struct WorldView {
  std::string target;
  /// Steps to be done again when it is put back: its own, and those of what
  /// is mounted in it.
  std::vector<size_t> steps;
};

struct World {
  static constexpr const char *root = "/new";

  std::vector<WorldStep> steps; ///< in their order
  std::vector<WorldView> views; ///< a view in another one comes behind it
  /// Folders in memory that are emptied.
  std::vector<std::string> scratchFolders;
  /// Files that are not there when a run begins, as the program names them.
  std::vector<std::string> hiddenFiles;
  /// No socket of the host can be reached by its path: views have no listeners.
  bool isCovered = true;
};

/// Looks at the host's folders and mounts.
World planWorld(const SandboxSpec &spec, const MountTable &mounts);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WORLD_H
