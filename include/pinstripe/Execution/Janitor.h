//===- Janitor.h - Ends what a killed tool leaves behind -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// When the tool is killed, servers of the native engine would run on. A small
// process of ours outlives the tool and ends them.
//
//===----------------------------------------------------------------------===//

#ifndef PINSTRIPE_EXECUTION_JANITOR_H
#define PINSTRIPE_EXECUTION_JANITOR_H

#include "pinstripe/Support/Error.h"
#include <memory>
#include <string>
#include <sys/types.h>

namespace pinstripe {

/// Owns the janitor process. Start it before there are other threads. It
/// notices the end of this process, whatever ended it, by a socket's end.
class Janitor {
public:
  /// Besides the processes that it is told of, the janitor ends those whose
  /// standard output or error is a file whose path begins so: a program that
  /// was being launched at that moment, and its descendants.
  static llvm::Expected<std::unique_ptr<Janitor>>
  start(const std::string &outputPrefix);
  /// Dismisses the janitor: nothing is ended.
  ~Janitor();
  Janitor(const Janitor &) = delete;
  Janitor &operator=(const Janitor &) = delete;

  /// From now on `pid` and its process group end with this process.
  void watch(pid_t pid);
  void forget(pid_t pid);

private:
  Janitor(pid_t process, int socket) : process(process), socket(socket) {}
  void send(char action, pid_t pid);
  bool isListening() const;

  pid_t process;
  int socket;
};

} // namespace pinstripe

#endif // PINSTRIPE_EXECUTION_JANITOR_H
