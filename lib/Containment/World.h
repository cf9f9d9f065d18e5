// Plans what a sandbox shows of the file system.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// In the sandbox the root of all mounts is a file system in memory. It holds
// /old, the host's files; /new, which the program sees as "/"; and
// /views/INDEX-GENERATION/written, which holds what was written in a view. A
// view gets a new generation each time it is restored.

#ifndef PINSTRIPE_LIB_CONTAINMENT_WORLD_H
#define PINSTRIPE_LIB_CONTAINMENT_WORLD_H

#include "MountTable.h"
#include "pinstripe/Containment/Sandbox.h"
#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace pinstripe {

/// One step of making the world, in the sandbox's mount namespace.
struct WorldStep {
  enum class Kind : uint8_t {
    Folder,      ///< make the folder `target` with `mode`
    File,        ///< make the empty file `target`
    Link,        ///< make `target` a symbolic link to `source`
    Bind,        ///< show `source` at `target`, too
    BindTree,    ///< show `source` with everything mounted below it
    Tmpfs,       ///< mount an empty file system in memory
    Processes,   ///< mount the sandbox's own /proc
    Terminals,   ///< mount the sandbox's own /dev/pts
    Queues,      ///< mount the sandbox's own /dev/mqueue
    View,        ///< show `source` copy-on-write, as `view`
    ReadOnly,    ///< make the mount at `target` read-only
    ReadOnlyTree ///< make `target` read-only with everything mounted below it
  } kind = Kind::Folder;
  std::string target = {};
  std::string source = {};
  unsigned mode = 0755;
  /// Whether the step may fail, since some machines lack what it shows.
  bool isOptional = false;
  size_t view = 0;
  /// The source of a view in the syntax of overlayfs.
  std::string overlayOptions = {};
};

/// A folder that the program sees copy-on-write.
struct WorldView {
  std::string target;
  /// Steps to repeat when the view is restored: its own, and those of
  /// everything mounted in it.
  std::vector<size_t> steps;
};

struct World {
  static constexpr const char *root = "/new";
  /// Maximum number of views that a warden has room for.
  static constexpr size_t maxViews = 64;

  /// Steps in the order in which the warden makes them.
  std::vector<WorldStep> steps;
  std::vector<WorldView> views; ///< a view inside another one comes after it
  /// Folders in memory that are emptied between runs.
  std::vector<std::string> scratchFolders;
  /// Files that do not exist for the program when a run begins, by the names
  /// that it uses.
  std::vector<std::string> hiddenFiles;
  /// Whether no socket of the host can be reached by its path: in a view nobody
  /// listens.
  bool isCovered = true;
};

/// Plans a world from the host's folders and mounts.
World planWorld(const SandboxSpec &spec, const MountTable &mounts);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_CONTAINMENT_WORLD_H
