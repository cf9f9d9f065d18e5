// Ends the processes that a killed tool would leave running.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// If the tool is killed, the server processes of the native engine would run
// on, with the programs that they have started. A small process, the janitor,
// outlives the tool and ends them.

#ifndef PINSTRIPE_EXECUTION_JANITOR_H
#define PINSTRIPE_EXECUTION_JANITOR_H

#include "pinstripe/Support/Error.h"
#include <memory>
#include <string>
#include <sys/types.h>

namespace pinstripe {

/// Owns the janitor, the small process that cleans up after a killed tool. The
/// janitor is forked, so it must be started before the tool has several
/// threads. When the socket between the tool and the janitor is closed, the
/// janitor knows that the tool has ended, for whatever reason.
class Janitor {
public:
  /// Starts the janitor. When the tool has ended, the janitor ends all
  /// processes that were passed to `add`. It also ends each process whose
  /// standard output or error is a file with a path that begins with
  /// `outputPrefix`. Such a process is a program that was just being launched,
  /// or a descendant of one.
  static llvm::Expected<std::unique_ptr<Janitor>>
  start(const std::string &outputPrefix);
  /// Ends the janitor, the process that cleans up after a killed tool. It then
  /// ends no other processes.
  ~Janitor();
  Janitor(const Janitor &) = delete;
  Janitor &operator=(const Janitor &) = delete;

  /// Makes the janitor end the process `pid` and its process group when the
  /// tool ends.
  void add(pid_t pid);
  /// Undoes the call of `add`: the janitor will not end the process `pid`.
  void remove(pid_t pid);

private:
  Janitor(pid_t process, int socket) : process(process), socket(socket) {}
  void send(char action, pid_t pid);
  bool awaitListening() const;

  pid_t process;
  int socket;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_JANITOR_H
