// Stores the outcomes of tests, each with a hash of what was tested, such as an
// input.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_STORE_OUTCOMEDATABASE_H
#define PINSTRIPE_STORE_OUTCOMEDATABASE_H

#include "pinstripe/Reduction/Outcome.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <memory>
#include <string>
#include <utility>

namespace pinstripe {

/// A database of tests whose runs are not partial executions of a trace. Each
/// test is identified by a 128-bit hash of what was tested, such as an input. A
/// test survives a kill of the process as soon as it was added, but may not
/// survive a power loss.
class OutcomeDatabase {
public:
  using Key = std::pair<uint64_t, uint64_t>;

  /// Opens or creates the database at `path`. `conditions` is a text with
  /// everything else on which outcomes depend. Tests under other conditions
  /// stay in the database, but are neither visited nor changed. Returns a
  /// TraceFormatError if the file is damaged, and a FileError if it can't be
  /// used.
  static llvm::Expected<std::unique_ptr<OutcomeDatabase>>
  open(const std::string &path, llvm::StringRef conditions);
  ~OutcomeDatabase();
  OutcomeDatabase(const OutcomeDatabase &) = delete;
  OutcomeDatabase &operator=(const OutcomeDatabase &) = delete;

  llvm::Error add(const Key &key, Outcome outcome, llvm::StringRef cause);
  /// Calls `visit` for each test that is stored under the conditions with which
  /// the database was opened.
  llvm::Error
  forEach(llvm::function_ref<void(const Key &key, Outcome outcome)> visit);
  /// Deletes all tests that were stored under `conditions`.
  llvm::Error clear();

private:
  struct Connection;
  explicit OutcomeDatabase(std::unique_ptr<Connection> connection);
  llvm::Error prepare(llvm::StringRef conditions);

  std::unique_ptr<Connection> connection;
  uint64_t conditionsNumber = 0;
};

} // namespace pinstripe

#endif // PINSTRIPE_STORE_OUTCOMEDATABASE_H
