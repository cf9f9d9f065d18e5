// The process that starts plain runs, and the memory that it shares with the
// tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace pinstripe {

/// The step at which a run could not be started.
enum class PlainRunStep : uint32_t { None, Directory, Streams, Start };

/// What the tool and a server of plain runs tell each other, in shared memory.
/// Both have it at the same address, so its pointers are valid in both.
struct PlainServerPage {
  /// The number of the run that is to be made, or is being made.
  std::atomic<uint32_t> run;
  /// The number of a run that is to be ended early. Then the tool sends SIGUSR1
  /// to the server.
  std::atomic<uint32_t> endedRun;
  // What the run is, set by the tool.
  const char *program;
  const char *directory; ///< Empty if the working directory is the server's.
  char *const *arguments;
  char *const *environment;
  // How it came out, set by the server.
  int status; ///< As wait() returns it.
  PlainRunStep failedStep;
  int failure; ///< The errno value of a start that failed.
  /// True if the run has left objects of System V.
  bool hasLeftovers;
  /// The size of the area `texts`. It has more room than the kernel allows for
  /// arguments and environment together, by default. Memory that is not used
  /// takes no space.
  static constexpr size_t textSize = size_t(8) << 20;
  alignas(sizeof(char *)) char texts[textSize];
};

/// The descriptors of a server of plain runs. Each is above 2.
struct PlainServerFiles {
  int socket, input, output, error;
};

/// The work of a server: starts a run whenever a byte arrives at the socket,
/// waits for its end, ends all its processes, and answers with a byte. Ends the
/// process when the tool closes the socket, or ends. The calling process has
/// just been forked and is in its sandbox.
[[noreturn]] void servePlainRuns(PlainServerPage &page,
                                 const PlainServerFiles &files);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H
