// Tells which programs can't be rewound to their start, since they can change
// kernel state that /proc does not show.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "LLDB/UntrackedState.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Object/ELFObjectFile.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

static const char *const untrackedFunctions[] = {
    // Functions that set timers. The timers would remain when a process is
    // rewound.
    "alarm", "ualarm", "setitimer", "timer_create", "profil", "__monstartup",
    // Functions that set stacks for signals, or change stacks in other ways.
    // The changes would remain when a process is rewound.
    "sigaltstack", "makecontext", "swapcontext",
    // Functions that set limits, priorities and scheduling. What they have set
    // would remain when a process is rewound.
    "setrlimit", "setrlimit64", "prlimit", "prlimit64", "nice", "setpriority",
    "sched_setaffinity", "sched_setscheduler", "sched_setparam", "mlock",
    "mlockall", "madvise",
    // Functions that set identities, sessions and namespaces. What they have
    // set would remain when a process is rewound.
    "setuid", "setgid", "seteuid", "setegid", "setreuid", "setregid",
    "setresuid", "setresgid", "setgroups", "setsid", "setpgid", "setpgrp",
    "chroot", "unshare", "setns", "mount", "personality",
    // Functions that change several kinds of kernel state, or shared objects of
    // the kernel. The changes would remain when a process is rewound.
    "prctl", "ptrace", "syscall", "clone", "shmat", "semop", "msgsnd",
    "mq_open"};

/// Returns whether a file is glibc or a compiler's runtime library. These
/// libraries need no check. They import functions that change kernel state, but
/// call such a function only for a program or library that imports it, too.
static bool isRuntime(llvm::StringRef file) {
  for (const char *prefix :
       {"libc.so", "libc-", "libm.so", "libm-", "ld-linux", "libpthread",
        "libdl", "librt", "libstdc++", "libgcc_s", "libc++", "libc++abi"})
    if (file.starts_with(prefix))
      return true;
  return false;
}

static bool importsAnyOf(llvm::StringRef path, const llvm::StringSet<> &names) {
  auto binary = llvm::object::ObjectFile::createObjectFile(path);
  if (!binary) {
    // To be on the safe side, a file that can't be read is treated as if it
    // imported one of the functions in `names`.
    llvm::consumeError(binary.takeError());
    return true;
  }
  auto *elf =
      llvm::dyn_cast<llvm::object::ELFObjectFileBase>(binary->getBinary());
  if (!elf)
    return true;
  for (const llvm::object::ELFSymbolRef &symbol :
       elf->getDynamicSymbolIterators()) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    llvm::Expected<uint32_t> flags = symbol.getFlags();
    if (!name || !flags) {
      llvm::consumeError(name.takeError());
      llvm::consumeError(flags.takeError());
      return true;
    }
    bool isUndefined = *flags & llvm::object::SymbolRef::SF_Undefined;
    // The name of a versioned symbol looks like "alarm@GLIBC_2.2.5".
    if (isUndefined && names.contains(name->split('@').first))
      return true;
  }
  return false;
}

bool pinstripe::usesUntrackedState(llvm::ArrayRef<Mapping> mappings) {
  llvm::StringSet<> names;
  for (const char *name : untrackedFunctions)
    names.insert(name);
  llvm::StringSet<> seen;
  for (const Mapping &mapping : mappings) {
    bool isCode = mapping.permissions[2] == 'x' && !mapping.name.empty() &&
                  mapping.name.front() == '/';
    if (!isCode || !seen.insert(mapping.name).second)
      continue;
    if (!isRuntime(llvm::sys::path::filename(mapping.name)) &&
        importsAnyOf(mapping.name, names))
      return true;
  }
  return false;
}
