// Finds out in a child process whether LLVM can read a file without crashing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Binary/TrialReading.h"
#include "Binary/ExceptionTables.h"
#include "pinstripe/Support/AtomicFile.h"
#include "pinstripe/Support/AvailableMemory.h"
#include "pinstripe/Support/OutOfMemory.h"
#include "llvm/DebugInfo/DWARF/DWARFContext.h"
#include "llvm/DebugInfo/DWARF/DWARFExpression.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FileSystem.h"
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace pinstripe;
using namespace llvm::dwarf;

/// The exit statuses of the child process: the file is readable, the file is
/// damaged, or the memory did not suffice.
static constexpr int isReadable = 0, isDamaged = 1, lacksMemory = 2;

/// Drops an error that LLVM reports. Only crashes of LLVM matter to the child
/// process, and an error that LLVM has noticed does not make it crash.
template <typename Value> static void ignore(llvm::Expected<Value> value) {
  (void)llvm::expectedToOptional(std::move(value));
}

static void readAttribute(llvm::DWARFDie die,
                          const llvm::DWARFAttribute &attribute) {
  const llvm::DWARFFormValue &value = attribute.Value;
  // LLVM looks up type units by their signatures in a hash table. The table
  // marks its free slots with the two largest signatures. If a damaged file
  // refers to one of these two, LLVM would take a free slot, which is
  // uninitialised memory, for a type unit. So the child process ends before the
  // look-up.
  if (value.getForm() == DW_FORM_ref_sig8 &&
      value.getRawUValue() >= ~uint64_t(1))
    ::_exit(isDamaged);
  ignore(value.getAsCString());
  llvm::DWARFUnit &unit = *die.getDwarfUnit();
  if (auto block = value.getAsBlock()) {
    llvm::DataExtractor data(*block, /*IsLittleEndian=*/true,
                             /*AddressSize=*/8);
    for (const auto &operation :
         llvm::DWARFExpression(data, 8, unit.getFormParams().Format))
      if (operation.isError())
        break;
  }
  if (llvm::DWARFDie target = die.getAttributeValueAsReferencedDie(value))
    (void)target.resolveTypeUnitReference();
}

static void readEntry(llvm::DWARFDie die) {
  if (die.isNULL()) // In DWARF, a null entry only ends a list of children.
    return;
  for (const llvm::DWARFAttribute &attribute : die.attributes())
    readAttribute(die, attribute);
  for (llvm::DWARFDie child : die.children())
    (void)child.getTag();
  (void)die.getShortName();
  (void)die.getLinkageName();
  (void)die.getDeclFile(
      llvm::DILineInfoSpecifier::FileLineInfoKind::AbsoluteFilePath);
  ignore(die.getAddressRanges());
  if (llvm::DWARFDie type = die.getAttributeValueAsReferencedDie(DW_AT_type))
    (void)type.getTypeSize(/*PointerSize=*/8);
  if (die.find(DW_AT_location))
    ignore(die.getLocations(DW_AT_location));
}

/// Returns the number of bytes of private memory that this process has. A
/// forked child begins with the same amount of memory, so the child's limit is
/// raised by this amount.
static uint64_t dataSize() {
  llvm::Expected<std::string> text = readFile("/proc/self/status");
  if (text)
    return bytesOfLine(*text, "VmData");
  // If /proc does not tell the size of the memory, the size counts as 0.
  llvm::consumeError(text.takeError());
  return 0;
}

/// Limits the time and memory of the child process. The limits are far above
/// the needs of an undamaged file of the size `fileSize`: LLVM reads about 50
/// MB of debug information per second, and uses 10 to 30 times as much memory.
static void setLimits(uint64_t fileSize) {
  auto limit = [](__rlimit_resource resource, rlim_t value) {
    rlimit present = {};
    ::getrlimit(resource, &present);
    // Only the soft limits are lowered, since a process can raise these again.
    // They are raised before a split file (.dwo), with the debug information of
    // one compilation unit, is read.
    rlimit wanted = {std::min(value, present.rlim_max), present.rlim_max};
    ::setrlimit(resource, &wanted);
  };
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_CPU, 5 + (fileSize >> 20));
  // AddressSanitizer reserves terabytes of address space, so in a build with
  // AddressSanitizer the memory of the child can't be limited.
  if (!LLVM_ADDRESS_SANITIZER_BUILD)
    limit(RLIMIT_DATA, dataSize() + (uint64_t(512) << 20) + 100 * fileSize);
}

/// Returns the size of a file; 0 if there is no such file.
static uint64_t sizeOf(const llvm::Twine &path) {
  uint64_t size = 0;
  return llvm::sys::fs::file_size(path, size) ? 0 : size;
}

static void readEntries(llvm::DWARFUnit &unit) {
  for (const llvm::DWARFDebugInfoEntry &entry : unit.dies())
    readEntry({&unit, &entry});
}

static void readWhole(const ElfFile &file) {
  std::unique_ptr<llvm::DWARFContext> dwarf = file.openDwarf();
  uint64_t size = file.size();
  auto allowMore = [&](uint64_t more) {
    if (more != 0)
      setLimits(size += more);
  };
  // LLVM also looks for debug information in a package file (.dwp), whose name
  // begins with the name of the tested file. So the limits of time and memory
  // also allow for the size of the package file.
  allowMore(sizeOf(file.elf().getFileName() + ".dwp"));
  for (const auto &unit : dwarf->compile_units()) {
    allowMore(sizeOf(splitFileOf(*unit)));
    llvm::DWARFDie root =
        unit->getNonSkeletonUnitDIE(/*ExtractUnitDIEOnly=*/false);
    (void)dwarf->getLineTableForUnit(unit.get());
    readEntries(*unit);
    if (root && root.getDwarfUnit() != unit.get())
      readEntries(*root.getDwarfUnit());
    // The following look-up makes LLVM build its table of the addresses in the
    // compilation unit. If LLVM crashes while it does so, the crash has to
    // happen in this child process, not later in the parent.
    for (const llvm::DWARFDebugInfoEntry &entry : unit->dies())
      if (auto low = toAddress(
              llvm::DWARFDie(unit.get(), &entry).find(DW_AT_low_pc))) {
        (void)dwarf->getDIEsForAddress(*low, /*CheckDWO=*/true);
        break;
      }
  }
  (void)functionsByExceptionData(file.elf());
}

/// Makes sure that the child process dies silently if LLVM crashes, whatever
/// signal handlers the parent has installed.
static void prepareChild(pid_t parent, uint64_t fileSize) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent)
    ::_exit(isDamaged);
  int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  for (int signal :
       {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGXCPU})
    ::signal(signal, SIG_DFL);
  // On a fatal error, LLVM's own handler would call exit(). In this child
  // process, that would run the exit handlers of the parent.
  llvm::remove_fatal_error_handler();
  llvm::install_fatal_error_handler(
      [](void *, const char *, bool) { ::_exit(isDamaged); });
  setExhaustionHandler([] { ::_exit(lacksMemory); });
  setLimits(fileSize);
}

llvm::Error pinstripe::tryToRead(const ElfFile &file) {
  pid_t parent = ::getpid();
  pid_t child = ::fork();
  if (child == 0) {
    prepareChild(parent, file.size());
    readWhole(file);
    ::_exit(isReadable);
  }
  int status = 0;
  pid_t ended = child;
  while (child > 0 && (ended = ::waitpid(child, &status, 0)) < 0 &&
         errno == EINTR)
    ;
  if (ended < 0)
    return file.fail("can't be read in a child process (" +
                     llvm::Twine(std::strerror(errno)) +
                     "); end other programs");
  if (WIFEXITED(status) && WEXITSTATUS(status) == isReadable)
    return llvm::Error::success();
  // If the machine runs out of memory, the kernel kills the child by SIGKILL.
  if ((WIFEXITED(status) && WEXITSTATUS(status) == lacksMemory) ||
      (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL))
    return file.fail(
        "can't be read, since there is not enough memory; end other "
        "programs, or build it again in case it is damaged");
  return file.fail("has damaged debug information; build it again");
}
