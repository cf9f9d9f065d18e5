// Stores what mutants have done, so that a later search goes on where the
// former one ended. A mutant is the program with one mutation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutate/StoredMutants.h"
#include "pinstripe/Support/Error.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace pinstripe;

llvm::Expected<std::unique_ptr<StoredMutants>>
StoredMutants::open(const RecordedCase &recorded, llvm::StringRef conditions,
                    bool fresh,
                    const std::function<void(llvm::StringRef)> &say) {
  const CaseDirectory &directory = recorded.directory;
  llvm::Expected<std::string> identity = directory.recordingIdentity();
  if (!identity)
    return identity.takeError();
  uint64_t hash = llvm::xxh3_64bits(*identity + '\0' + conditions.str());
  auto openOnce = [&]() -> llvm::Expected<std::unique_ptr<StoredMutants>> {
    auto database = MutantDatabase::open(directory.mutantsFile(), hash);
    if (!database)
      return database.takeError();
    std::unique_ptr<StoredMutants> result(
        new StoredMutants(std::move(*database)));
    auto remember = [&](const StoredMutant &mutant) {
      result->known.emplace(mutant.key, mutant);
    };
    if (llvm::Error error = result->database->forEach(remember))
      return error;
    return result;
  };
  if (fresh)
    if (llvm::Error error = directory.removeMutants())
      return error;
  llvm::Expected<std::unique_ptr<StoredMutants>> opened = openOnce();
  if (!opened.errorIsA<TraceFormatError>())
    return opened;
  if (say)
    say("warning: " + llvm::toString(opened.takeError()) +
        "; the mutants are run again");
  if (llvm::Error error = directory.removeMutants())
    return error;
  return openOnce();
}

std::pair<uint64_t, uint64_t> StoredMutants::keyOf(const Mutation &mutation) {
  std::string words;
  auto add = [&](llvm::StringRef word) {
    words += word;
    words += '\0';
  };
  add(mutation.file);
  add(mutation.before);
  add(mutation.after);
  for (uint32_t number :
       {static_cast<uint32_t>(mutation.kind), mutation.line, mutation.column,
        mutation.changedLine, uint32_t(mutation.isInsertion)})
    add(llvm::utostr(number));
  llvm::XXH128_hash_t hash =
      llvm::xxh3_128bits(llvm::arrayRefFromStringRef(words));
  return {hash.low64, hash.high64};
}

const StoredMutant *StoredMutants::find(const Mutation &mutation) const {
  auto found = known.find(keyOf(mutation));
  return found == known.end() ? nullptr : &found->second;
}
