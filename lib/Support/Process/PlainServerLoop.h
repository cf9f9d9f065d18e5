// Declares the loop of the process that starts plain runs, and the memory that
// this process shares with the tool.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H
#define PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <sys/types.h>

namespace pinstripe {

/// The step at which the start of a run has failed.
enum class PlainRunStep : uint32_t { None, Directory, Streams, Start };

/// Memory through which the tool and a server of plain runs exchange data. Both
/// have the memory at the same address, so pointers in it are valid in both.
struct PlainServerPage {
  /// The number of the run that is to be made, or is being made.
  std::atomic<uint32_t> run;
  /// The number of a run that is to be ended early. The tool sets it and then
  /// sends SIGUSR1 to the server.
  std::atomic<uint32_t> endedRun;
  // The description of the run. The tool sets it.
  const char *program;
  /// The working directory of the run; empty for the server's own.
  const char *directory;
  char *const *arguments;
  char *const *environment;
  // The result of the run. The server sets it.
  int status; ///< The status of the program, as wait() returns it.
  /// The processor time that the program and those descendants have spent for
  /// whose end somebody has waited, in seconds.
  double processorSeconds;
  PlainRunStep failedStep;
  int failure; ///< The errno value if the run could not be started.
  /// True if the run has left objects of System V, such as shared memory.
  bool hasLeftovers;
  /// The size of the area `texts` in bytes, which limits arguments and
  /// environment together. The kernel's own default limit is lower. Memory that
  /// is not used takes no space.
  static constexpr size_t textSize = size_t(8) << 20;
  alignas(sizeof(char *)) char texts[textSize];
};

/// The descriptors of a server of plain runs. Each number is above 2.
struct PlainServerFiles {
  int socket, input, output, error;
};

/// Does the work of a server. When a byte arrives at the socket, the server
/// starts a run, waits for its end, ends all its processes, and answers with a
/// byte. The server ends when the tool ends or closes the socket. The calling
/// process must have just been forked, and must be in its sandbox.
[[noreturn]] void servePlainRuns(PlainServerPage &page,
                                 const PlainServerFiles &files);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_SUPPORT_PROCESS_PLAINSERVERLOOP_H
