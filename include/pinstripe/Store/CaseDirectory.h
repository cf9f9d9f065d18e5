// Manages the folder in which a case and all its results are stored.
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

/// The folder of one case. It holds the settings, the program's input, the
/// trace, the database of all tests, the best result so far, and folders for
/// the runs. Each file is replaced as a whole or changed by transactions. So
/// the files are valid at any time, also for a reader and after a kill of the
/// tool.
///
/// An object that was made by `create` or `open` holds the lock of the folder
/// as long as the object lives.
class CaseDirectory {
public:
  static constexpr llvm::StringLiteral defaultName = ".pinstripe";

  /// Returns a UsageError if another pinstripe is using the case directory.
  /// `create` returns the same error, but this function can report it before
  /// work that takes long.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Makes the folder for a case and locks it. If the folder holds a case
  /// already, that case stays there until `begin` is called. Returns a
  /// UsageError if the folder holds files but no case, if the path is not a
  /// folder, or if another pinstripe is using the folder.
  static llvm::Expected<CaseDirectory> create(llvm::StringRef path);
  /// Locks a folder that holds a case. Returns a UsageError if the folder holds
  /// no case.
  static llvm::Expected<CaseDirectory> open(llvm::StringRef path);
  /// Opens a case for reading. Holds no lock, so another process may work on
  /// the case.
  static llvm::Expected<CaseDirectory> openForReading(llvm::StringRef path);
  /// Returns true if the folder `path` is a case directory, which it is if it
  /// has a lock file of Pinstripe.
  static bool isCaseDirectory(llvm::StringRef path);

  /// Begins to record the case `value`. Stores it with a copy of the program's
  /// input. A case that the folder already holds is set aside. That former case
  /// comes back unless completeRecording is called while this object lives.
  llvm::Error begin(const Case &value);
  /// Writes `case.yaml` again, after the recording has added facts about the
  /// case.
  llvm::Error update(const Case &value);
  /// Completes a recording, whose trace has been written, and removes the case
  /// that was set aside.
  llvm::Error completeRecording();
  /// Returns true if a recording by this object has set aside the case that the
  /// folder held before.
  bool hasFormerCase() const;
  /// Returns a UsageError if the case has no trace, because its recording
  /// failed or was killed.
  llvm::Error checkIsComplete() const;
  /// Returns a FileError if the disk is full. Then the files that runs have
  /// written may be incomplete, so the outcomes of these runs can't be trusted.
  llvm::Error checkRoom() const;
  llvm::Expected<Case> readCase() const;
  /// The following functions delete the database of tests or that of mutants.
  /// The database must not be open.
  llvm::Error removeTests() const;
  llvm::Error removeMutants() const;

  /// Writes the best result so far. Writing takes little time, so this function
  /// can be called for each better result. The file survives if the process is
  /// killed, but may not survive a power loss.
  llvm::Error writeBest(const BestResult &best) const;
  llvm::Expected<std::optional<BestResult>> readBest() const;

  /// Returns how to start the program of the case with `directory` as its
  /// working directory. The program reads the case's own copy of its input,
  /// since the user's file may have changed since the recording.
  LaunchSpec launchIn(const Case &value, llvm::StringRef directory) const;

  /// Returns the absolute path of the case directory.
  const std::string &path() const { return location; }
  std::string caseFile() const { return file("case.yaml"); }
  std::string inputFile() const { return file("stdin"); }
  std::string traceFile() const { return file("trace.pst"); }
  std::string bestFile() const { return file("best.yaml"); }
  /// Returns the path of the database of tests, see TestDatabase.h.
  std::string testsFile() const { return file("tests.sqlite"); }
  /// Returns the path of the database of mutants, see MutantDatabase.h.
  std::string mutantsFile() const { return file("mutants.sqlite"); }
  std::string resultFile() const { return file("result.json"); }
  /// Returns the path of the folder in which ResultDocuments stores the
  /// documents of all verbs.
  std::string resultsDirectory() const { return file("results"); }
  /// Returns the path of the folder that holds the runs which a verb has made
  /// from the program's input by means of a reference. It stays where it is if
  /// the case is recorded again, since other commands may name its files.
  std::string referenceDirectory() const {
    return referenceDirectoryIn(location);
  }
  /// Returns what referenceDirectory() is in the case directory `path`.
  static std::string referenceDirectoryIn(llvm::StringRef path);
  /// Returns a hash of the trace file, which identifies the program and its
  /// recorded run.
  llvm::Expected<std::string> recordingIdentity() const;
  /// Returns the path of the folder in which runs are made. It is a copy of the
  /// user's working directory. Before each run, it is restored from a second
  /// copy, the folder initialDirectory(), which no run changes. See
  /// PrivateDirectory.
  std::string workDirectory() const { return file("work"); }
  std::string initialDirectory() const { return file("initial"); }
  /// Returns the path of a folder for the files that a single run needs.
  /// `create` and `open` make this folder.
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
  /// The former case, which is set aside while a new recording is made; null at
  /// all other times.
  std::shared_ptr<FormerCase> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASEDIRECTORY_H
