// Manages the folder in which a case (a recorded run) and all its results are
// stored.
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

/// The folder of one case, which is a recorded run with everything that was
/// found out about it. The folder holds the settings, the program's input, the
/// trace, the database of all tests, the best result so far, and folders for
/// the runs. Each file is replaced as a whole or changed by transactions. So a
/// reader always finds valid files, even after a kill of the tool.
///
/// An object that was made by `create` or `open` holds the lock of the folder
/// as long as the object lives.
class CaseDirectory {
public:
  static constexpr llvm::StringLiteral defaultName = ".pinstripe";

  /// Returns a UsageError if another pinstripe is using the case directory.
  /// `create` returns the same error, but this function can be called earlier,
  /// before work that takes long and would be lost.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Makes the folder for a case and locks it. If the folder already holds a
  /// case, this case stays there until `begin` is called. Returns a UsageError
  /// if the path is not a folder, if the folder holds files but no case, or if
  /// another pinstripe is using the folder.
  static llvm::Expected<CaseDirectory> create(llvm::StringRef path);
  /// Locks a folder that holds a case. Returns a UsageError if the folder holds
  /// no case.
  static llvm::Expected<CaseDirectory> open(llvm::StringRef path);
  /// Opens a case for reading. Holds no lock, so another process may work on
  /// the case.
  static llvm::Expected<CaseDirectory> openForReading(llvm::StringRef path);
  /// Returns true if the folder `path` is a case directory. A case directory
  /// has a lock file of Pinstripe.
  static bool isCaseDirectory(llvm::StringRef path);

  /// Begins to record the case `value`. Stores the case with a copy of the
  /// program's input. If the folder already holds a case, sets that former case
  /// aside. The former case comes back unless completeRecording is called while
  /// this object lives.
  llvm::Error begin(const Case &value);
  /// Writes `case.yaml` again after the recording has found out more about the
  /// case.
  llvm::Error update(const Case &value);
  /// Completes a recording after its trace was written. Removes the case that
  /// was set aside.
  llvm::Error completeRecording();
  /// Returns true if this object has set a former case aside for a new
  /// recording.
  bool hasFormerCase() const;
  /// Returns a UsageError if the case has no trace, because its recording
  /// failed or was killed.
  llvm::Error checkIsComplete() const;
  /// Returns a FileError if the disk is full. The outcomes of runs are then not
  /// reliable, since files that the runs have written may be incomplete.
  llvm::Error checkRoom() const;
  llvm::Expected<Case> readCase() const;
  /// The following two functions delete the database of tests or that of
  /// mutants. The database must not be open.
  llvm::Error removeTests() const;
  llvm::Error removeMutants() const;

  /// Writes the best result so far. The file survives a kill of the process,
  /// but perhaps not a power loss. The function takes little time, so it can be
  /// called for each better result.
  llvm::Error writeBest(const BestResult &best) const;
  llvm::Expected<std::optional<BestResult>> readBest() const;

  /// Returns how to start the program of the case in the working directory
  /// `directory`. The program reads the case's copy of its input. The user's
  /// own file may have changed since the recording.
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
  /// documents of all verbs. A verb is a command of the tool.
  std::string resultsDirectory() const { return file("results"); }
  /// Returns the path of the folder for runs that a verb (a command of the
  /// tool) has made from variations of the program's input. A reference, which
  /// is a program that prints what is right, says what these runs should print.
  /// The folder stays if the case is recorded again, since the user may name
  /// its files in other commands.
  std::string referenceDirectory() const {
    return referenceDirectoryIn(location);
  }
  /// Returns the path that referenceDirectory() returns for the case directory
  /// at `path`.
  static std::string referenceDirectoryIn(llvm::StringRef path);
  /// Returns a hash of the trace file. It identifies the program and its
  /// recorded run.
  llvm::Expected<std::string> recordingIdentity() const;
  /// Returns the path of the folder in which runs are made. It is a copy of the
  /// user's working directory. Before each run, it is restored from a second
  /// copy, the folder initialDirectory(). No run changes the second copy. See
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
  /// The former case, while a new recording is made. It is null at all other
  /// times.
  std::shared_ptr<FormerCase> former;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASEDIRECTORY_H
