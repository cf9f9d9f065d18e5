// The folder in which a case and all its results are stored.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_CASEDIRECTORY_H
#define PINSTRIPE_STORE_CASEDIRECTORY_H

#include "pinstripe/Store/BestResult.h"
#include "pinstripe/Store/Case.h"
#include "pinstripe/Support/FileDescriptor.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <optional>
#include <string>

namespace pinstripe {

class FormerCase;

/// The folder of one case: `case.yaml`, the program's input `stdin`, the trace
/// `trace.pst`, all tests `tests.sqlite`, the best result so far `best.yaml`,
/// `result.json`, and folders for the runs. Each file is replaced as a whole or
/// changed by transactions, so that a reader, or the tool after a kill, always
/// finds a valid state.
///
/// A tool that changes the folder holds its lock for as long as the object
/// lives.
class CaseDirectory {
public:
  static constexpr llvm::StringLiteral defaultName = ".pinstripe";

  /// Returns a UsageError if another pinstripe is using the case directory.
  /// Callers ask before work that takes long; `create` reports the same error.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Makes and locks the folder. An existing case in it stays until `begin`.
  /// UsageErrors: the folder holds files and no case, the path is not a folder,
  /// or another pinstripe is using it.
  static llvm::Expected<CaseDirectory> create(llvm::StringRef path);
  /// Locks a folder that holds a case. Returns a UsageError if there is no
  /// case.
  static llvm::Expected<CaseDirectory> open(llvm::StringRef path);
  /// Opens a case without the lock, to read it while another tool works on it.
  static llvm::Expected<CaseDirectory> openForReading(llvm::StringRef path);
  /// Returns true if pinstripe has made this folder.
  static bool isCaseDirectory(llvm::StringRef path);

  /// Begins the recording of `value`, with a copy of its input. An existing
  /// case is set aside, and comes back unless completeRecording is called while
  /// this object lives.
  llvm::Error begin(const Case &value);
  /// Writes the case again, during its recording, when more is known.
  llvm::Error update(const Case &value);
  /// Notes that the trace is written, and removes the case that was set aside.
  llvm::Error completeRecording();
  /// Returns true if a case was set aside.
  bool hasFormerCase() const;
  /// Returns a UsageError if there is no trace, because the recording failed or
  /// was killed.
  llvm::Error checkIsComplete() const;
  /// Returns a FileError if the disk is full, since files that runs wrote may
  /// then be incomplete.
  llvm::Error checkRoom() const;
  llvm::Expected<Case> readCase() const;

  /// Writes the best result. Cheap enough for each improvement, since the write
  /// survives a kill of the process but need not survive a power loss.
  llvm::Error writeBest(const BestResult &best) const;
  llvm::Expected<std::optional<BestResult>> readBest() const;

  /// Returns the launch of `value` in `directory`, with the copy of its input.
  LaunchSpec launchIn(const Case &value, llvm::StringRef directory) const;

  const std::string &path() const { return location; } ///< An absolute path.
  std::string caseFile() const { return file("case.yaml"); }
  std::string inputFile() const { return file("stdin"); }
  std::string traceFile() const { return file("trace.pst"); }
  std::string bestFile() const { return file("best.yaml"); }
  /// See TestDatabase.h.
  std::string testsFile() const { return file("tests.sqlite"); }
  std::string resultFile() const { return file("result.json"); }
  /// The working directory of the runs, and the copy from which it is restored:
  /// see PrivateDirectory.
  std::string workDirectory() const { return file("work"); }
  std::string initialDirectory() const { return file("initial"); }
  /// A folder for files of single runs, made by `create` and `open`.
  std::string scratchDirectory() const { return file("scratch"); }

private:
  explicit CaseDirectory(std::string path) : location(std::move(path)) {}
  std::string file(llvm::StringRef name) const;
  llvm::Error inUse() const;
  llvm::Error takeLock();
  void settleIfIdle();
  llvm::Error makeScratch() const;

  std::string location;
  FileDescriptor lock;
  /// Exists while a recording is under way.
  std::shared_ptr<FormerCase> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASEDIRECTORY_H
