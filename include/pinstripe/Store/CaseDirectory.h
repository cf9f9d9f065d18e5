//===- CaseDirectory.h - What a run leaves behind -*- C++ -*-===//
//
// Part of Pinstripe, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

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
/// `trace.pst`, every test `tests.sqlite`, the best result so far `best.yaml`,
/// `result.json`, and folders for the runs. Files are replaced as a whole or
/// change in transactions, so that a reader, or the tool after a kill, always
/// finds a valid state.
///
/// Whoever changes it holds its lock, for as long as the object lives.
class CaseDirectory {
public:
  static constexpr llvm::StringLiteral defaultName = ".pinstripe";

  /// A UsageError if another pinstripe is at work there. To be asked before
  /// anything that takes its time: `create` says the same.
  static llvm::Error checkIsFree(llvm::StringRef path);
  /// Makes and locks the folder; an existing case in it stays until `begin`.
  /// UsageErrors: not empty and no case directory, not a folder, in use by
  /// another pinstripe.
  static llvm::Expected<CaseDirectory> create(llvm::StringRef path);
  /// Locks a folder that holds a case; a UsageError if it does not.
  static llvm::Expected<CaseDirectory> open(llvm::StringRef path);
  /// Without the lock: to look at a case while another tool works on it.
  static llvm::Expected<CaseDirectory> openForReading(llvm::StringRef path);
  /// Whether pinstripe has made this folder.
  static bool isCaseDirectory(llvm::StringRef path);

  /// Begins the recording of `value`, with a copy of its input. Whatever case
  /// was there is put away, and comes back if the trace is not written while
  /// this object lives.
  llvm::Error begin(const Case &value);
  /// More is known of the case whose recording has begun.
  llvm::Error update(const Case &value);
  /// The trace is written: what was put away is removed.
  llvm::Error completeRecording();
  /// Whether a case was put away.
  bool keepsFormerCase() const;
  /// A UsageError if there is no trace: the recording failed, or was killed.
  llvm::Error checkIsComplete() const;
  /// A FileError if its disk is full: what runs wrote may not be all of it.
  llvm::Error checkRoom() const;
  llvm::Expected<Case> readCase() const;

  /// Cheap enough for each improvement: survives a kill of the process.
  llvm::Error writeBest(const BestResult &best);
  llvm::Expected<std::optional<BestResult>> readBest() const;

  /// The launch of `value` with the copy of its input, in `directory`.
  LaunchSpec launchIn(const Case &value, llvm::StringRef directory) const;

  const std::string &path() const { return location; } ///< absolute
  std::string caseFile() const { return file("case.yaml"); }
  std::string inputFile() const { return file("stdin"); }
  std::string traceFile() const { return file("trace.pst"); }
  std::string bestFile() const { return file("best.yaml"); }
  /// TestDatabase.h.
  std::string testsFile() const { return file("tests.sqlite"); }
  std::string resultFile() const { return file("result.json"); }
  /// The working directory of the runs, and what it is restored from: see
  /// PrivateDirectory.
  std::string workDirectory() const { return file("work"); }
  std::string initialDirectory() const { return file("initial"); }
  /// For files of single runs; made by `create` and `open`.
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
  std::shared_ptr<FormerCase> former; ///< of a recording that is under way
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_CASEDIRECTORY_H
