// Stores what the verbs have found out about a recording, for later reports.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_RESULTDOCUMENTS_H
#define PINSTRIPE_STORE_RESULTDOCUMENTS_H

#include "pinstripe/Store/CaseDirectory.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <map>

namespace pinstripe {

/// The JSON documents that verbs such as `locate` have written about the
/// recording in a case directory, and the output that the user expects. All of
/// them are in the folder `results`.
///
/// The folder names the recording to which it belongs by a hash of the trace. A
/// document of another recording is never returned. It is removed when the next
/// document is written.
class ResultDocuments {
public:
  /// `directory`, the case directory, must outlive this object.
  explicit ResultDocuments(const CaseDirectory &directory)
      : directory(directory) {}

  /// Replaces the document of a verb. `write` writes the document.
  llvm::Error write(llvm::StringRef verb,
                    llvm::function_ref<void(llvm::raw_ostream &)> write) const;
  /// Stores the output that the program should have printed.
  llvm::Error writeExpectedOutput(llvm::StringRef output) const;

  /// Returns the documents of all verbs, by the name of the verb. Leaves out a
  /// document that is about a run of another size than `events`, or that can't
  /// be read, and calls `say` with a sentence about it.
  std::map<std::string, llvm::json::Value>
  read(uint64_t events, llvm::function_ref<void(llvm::StringRef)> say) const;
  /// Returns the output that the program should have printed; nullopt if no
  /// verb was told.
  std::optional<std::string> expectedOutput() const;

private:
  std::string file(llvm::StringRef name) const;
  llvm::Error prepareFolder() const;
  bool isOfRecording() const;

  const CaseDirectory &directory;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_RESULTDOCUMENTS_H
