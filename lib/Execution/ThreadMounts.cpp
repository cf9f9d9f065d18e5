//===- ThreadMounts.cpp - A thread that sees other folders ----------------===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ThreadMounts.h"
#include "pinstripe/Support/Error.h"
#include "llvm/Support/Errno.h"
#include <sched.h>
#include <sys/mount.h>
#include <thread>

using namespace pinstripe;

static bool ownMounts() {
  return ::unshare(CLONE_FS | CLONE_NEWNS) == 0 &&
         // Otherwise our mounts could show elsewhere.
         ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

bool pinstripe::canHaveThreadMounts() {
  bool can = false;
  std::thread attempt([&can] { can = ownMounts(); });
  attempt.join();
  return can;
}

llvm::Error pinstripe::mountForThread(const std::string &folder,
                                      const std::string &place) {
  if (ownMounts() && ::mount(folder.c_str(), place.c_str(), nullptr,
                             MS_BIND | MS_REC, nullptr) == 0)
    return llvm::Error::success();
  return llvm::make_error<EngineError>("can't show " + folder + " as " + place +
                                       ": " + llvm::sys::StrError());
}
