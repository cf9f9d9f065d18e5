// Opens a pair of a terminal for a program and the end that its user has.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_INTERACTION_PSEUDOTERMINAL_H
#define PINSTRIPE_INTERACTION_PSEUDOTERMINAL_H

#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace pinstripe {

/// A pseudo terminal: the program has one end as its terminal, this process has
/// the other, where it types and sees. No call waits for the program.
class PseudoTerminal {
public:
  /// Opens a terminal that has the modes of a new one: it echoes, and passes on
  /// what is typed line by line, until the program sets other modes.
  static llvm::Expected<PseudoTerminal> open(unsigned columns, unsigned rows);

  /// Changes the size of the terminal. The kernel tells the program so by the
  /// signal SIGWINCH.
  void resize(unsigned columns, unsigned rows) const;
  /// Types bytes. Returns how many of them the terminal has taken: less than
  /// all if the program does not read.
  size_t type(llvm::StringRef bytes) const;
  /// Makes sure that what was typed has arrived, so that a program that waits
  /// for it does not count as waiting any more.
  void deliver() const;
  /// Returns everything that the program has written since the last call.
  std::string takeOutput() const;
  bool hasOutput() const;
  /// Returns whether the program has set a mode in which reading ends after
  /// some tenths of a second without a key, as halfdelay() of curses does.
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
