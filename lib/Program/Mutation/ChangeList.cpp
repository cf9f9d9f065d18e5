// Collects the mutations of a function, and drops those that change nothing.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/ChangeList.h"

#include "llvm/Support/xxhash.h"

namespace pinstripe {

/// Removes all white space from a text. Two texts count as equal if they differ
/// only in white space.
static std::string withoutSpace(llvm::StringRef text) {
  std::string kept;
  for (char c : text)
    if (c != ' ')
      kept += c;
  return kept;
}

bool ChangeList::isNew(uint32_t place, llvm::StringRef text) {
  // llvm::DenseSet can't hold the two largest 64-bit numbers. The shift clears
  // the highest bit of the hash, so the hash is never one of these.
  uint64_t hash = llvm::xxh3_64bits(withoutSpace(text)) >> 1;
  return seen.insert({place, hash}).second;
}

void ChangeList::replace(MutationOperator kind, uint32_t place,
                         TokenRange range, std::string text) {
  std::vector<TokenEdit> edits;
  edits.push_back({range, std::move(text)});
  edit(kind, place, std::move(edits));
}

void ChangeList::edit(MutationOperator kind, uint32_t place,
                      std::vector<TokenEdit> edits, std::string added,
                      std::vector<TokenEdit> shown) {
  TokenRange whole = places.places[place].tokens;
  for (const TokenEdit &edit : edits)
    if (edit.tokens.first < whole.first || edit.tokens.last > whole.last ||
        edit.tokens.last < edit.tokens.first)
      return;
  isNew(place, tokens.text(whole));
  if (!isNew(place, tokens.text(whole, edits) + added))
    return;
  list.push_back(
      {kind, place, std::move(edits), std::move(added), std::move(shown)});
}

void ChangeList::insert(MutationOperator kind, uint32_t place,
                        std::string statement) {
  if (isNew(place, statement))
    list.push_back({kind, place, {}, std::move(statement)});
}

std::vector<Change> ChangeList::release() {
  std::vector<Change> sorted;
  sorted.reserve(list.size());
  for (size_t kind = 0; kind < mutationOperators; ++kind)
    for (Change &change : list)
      if (static_cast<size_t>(change.kind) == kind)
        sorted.push_back(std::move(change));
  return sorted;
}

} // namespace pinstripe
