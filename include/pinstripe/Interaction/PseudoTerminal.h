// Opens a pseudo terminal: a program has one end, and its user the other.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_PSEUDOTERMINAL_H
#define PINSTRIPE_INTERACTION_PSEUDOTERMINAL_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A pseudo terminal. The program uses one end as its terminal. This process
/// uses the other end, to type and to read what the program writes. No function
/// of this class waits for the program.
class PseudoTerminal {
public:
  /// Opens a terminal in its usual modes: until the program sets other modes,
  /// the terminal echoes what is typed, and passes it on line by line.
  static llvm::Expected<PseudoTerminal> open(unsigned columns, unsigned rows);

  /// Changes the size of the terminal. The kernel then sends the program the
  /// signal SIGWINCH.
  void resize(unsigned columns, unsigned rows) const;
  /// Types bytes. Returns how many bytes the terminal has taken; fewer than all
  /// if the program does not read.
  size_t type(llvm::StringRef bytes) const;
  /// Makes the kernel pass typed bytes on to the program. Afterwards, a program
  /// that was waiting for these bytes no longer counts as waiting.
  void deliver() const;
  /// Returns what the program has written since the last call, but not much
  /// more than 1 MiB. The next call returns the rest.
  std::string takeOutput() const;
  bool hasOutput() const;
  /// Returns whether the program has set a mode in which reading ends after
  /// some tenths of a second even if no key is pressed. The function
  /// halfdelay() of the library curses sets such a mode.
  bool readsEndByTime() const;

  /// The descriptor of the program's end. It stays open in this process, so
  /// that output can be read after the end of the program.
  int programEnd() const { return slave.get(); }
  /// The descriptor of the user's end.
  int userEnd() const { return master.get(); }

private:
  PseudoTerminal(FileDescriptor master, FileDescriptor slave)
      : master(std::move(master)), slave(std::move(slave)) {}

  FileDescriptor master, slave;
};

} // namespace pinstripe

#endif // PINSTRIPE_INTERACTION_PSEUDOTERMINAL_H
