// Stores what the tool's commands have found out about a recording, for later
// reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_RESULTDOCUMENTS_H
#define PINSTRIPE_STORE_RESULTDOCUMENTS_H

#include "pinstripe/Store/CaseDirectory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace pinstripe {

/// The JSON documents that verbs have written about a recording, and the output
/// that the user expects. All of them are in the folder `results` of the case
/// directory. A verb is a command of the tool, such as `locate`.
///
/// The folder stores a hash of the trace, which identifies the recording. A
/// document of another recording is never returned. It is removed when the next
/// document is written.
class ResultDocuments {
public:
  /// `directory`, the case directory, must outlive this object.
  explicit ResultDocuments(const CaseDirectory &directory)
      : directory(directory) {}

  /// Replaces the document of a verb (a command of the tool). `write` writes
  /// the new document.
  llvm::Error write(llvm::StringRef verb,
                    llvm::function_ref<void(llvm::raw_ostream &)> write) const;
  /// Stores the output that the program should have printed.
  llvm::Error writeExpectedOutput(llvm::StringRef output) const;

  /// Returns the documents of all verbs (commands of the tool), by the name of
  /// the verb. Leaves out a document if it can't be read, or if its run does
  /// not have `events` events. Calls `say` with the reason why a document was
  /// left out.
  std::map<std::string, llvm::json::Value>
  read(uint64_t events, llvm::function_ref<void(llvm::StringRef)> say) const;
  /// Returns the output that the program should have printed. Returns nullopt
  /// if the user has not stated this output.
  std::optional<std::string> expectedOutput() const;

private:
  std::string file(llvm::StringRef name) const;
  llvm::Error prepareFolder() const;
  bool isOfRecording() const;

  const CaseDirectory &directory;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_RESULTDOCUMENTS_H
