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
/// An object that was opened for changes holds the lock of the folder as long
/// as it lives.
class CaseDirectory {
public:
  static constexpr llvm::StringLiteral defaultName = ".pinstripe";

  /// Returns a UsageError if another pinstripe is using the case directory.
  /// Call it before work that takes long: `create` reports the same error, but
  /// later.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Makes and locks the folder. A case that it already holds stays there until
  /// `begin` is called. Returns a UsageError if the folder holds files and no
  /// case, if the path is not a folder, or if another pinstripe is using it.
  static llvm::Expected<CaseDirectory> create(llvm::StringRef path);
  /// Locks a folder that holds a case. Returns a UsageError if it holds none.
  static llvm::Expected<CaseDirectory> open(llvm::StringRef path);
  /// Opens a case without a lock, to read it while another tool works on it.
  static llvm::Expected<CaseDirectory> openForReading(llvm::StringRef path);
  /// Returns true if pinstripe has made the folder `path`.
  static bool isCaseDirectory(llvm::StringRef path);

  /// Begins to record the case `value`: stores it with a copy of the program's
  /// input. If there is a case already, it is set aside, and comes back unless
  /// completeRecording is called while this object lives.
  llvm::Error begin(const Case &value);
  /// Writes `case.yaml` again, when the recording has found out more about the
  /// case.
  llvm::Error update(const Case &value);
  /// Completes a recording, whose trace has been written, and removes the case
  /// that was set aside.
  llvm::Error completeRecording();
  /// Returns true if this object's recording has set aside a case that was in
  /// the folder before.
  bool hasFormerCase() const;
  /// Returns a UsageError if the case has no trace, because its recording
  /// failed or was killed.
  llvm::Error checkIsComplete() const;
  /// Returns a FileError if the disk is full: then the files that runs have
  /// written may be incomplete.
  llvm::Error checkRoom() const;
  llvm::Expected<Case> readCase() const;

  /// Writes the best result so far. This takes little time, so it can be done
  /// at each improvement. The file survives if the process is killed, but
  /// perhaps not a power loss.
  llvm::Error writeBest(const BestResult &best) const;
  llvm::Expected<std::optional<BestResult>> readBest() const;

  /// Returns how the program of the case is started in the folder `directory`,
  /// with the case's copy of the program's input.
  LaunchSpec launchIn(const Case &value, llvm::StringRef directory) const;

  /// Returns the absolute path of the folder.
  const std::string &path() const { return location; }
  std::string caseFile() const { return file("case.yaml"); }
  std::string inputFile() const { return file("stdin"); }
  std::string traceFile() const { return file("trace.pst"); }
  std::string bestFile() const { return file("best.yaml"); }
  /// Returns the path of the database of tests, see TestDatabase.h.
  std::string testsFile() const { return file("tests.sqlite"); }
  std::string resultFile() const { return file("result.json"); }
  /// Returns the path of the runs' working directory, which is a copy. Before
  /// each run it is restored from the folder initialDirectory() (see
  /// PrivateDirectory).
  std::string workDirectory() const { return file("work"); }
  std::string initialDirectory() const { return file("initial"); }
  /// Returns the path of a folder for files of single runs. `create` and `open`
  /// make this folder.
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
  /// The case that is set aside; null unless a recording is being made.
  std::shared_ptr<FormerCase> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASEDIRECTORY_H
