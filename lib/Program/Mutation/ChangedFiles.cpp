// Holds the changed contents of source files, and tells where functions are in
// them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Mutation/ChangedFiles.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace pinstripe {

ChangedFiles::ChangedFiles(ParsedUnit &unit,
                           llvm::ArrayRef<ChangedFunction> functions) {
  const SourceManager &sources = unit.sources();
  std::map<FileID, std::vector<size_t>> byFile;
  for (size_t i = 0; i < functions.size(); ++i)
    byFile[functions[i].source->file].push_back(i);
  for (auto &[file, indices] : byFile) {
    auto entry = sources.getFileEntryRefForID(file);
    if (!entry)
      continue;
    llvm::sort(indices, [&](size_t a, size_t b) {
      return functions[a].source->beginOffset <
             functions[b].source->beginOffset;
    });
    llvm::StringRef original = sources.getBufferData(file);
    std::string &text = texts[entry->getName().str()];
    std::vector<Place> &found = places[entry->getName().str()];
    unsigned position = 0;
    for (size_t i : indices) {
      const FunctionSource &source = *functions[i].source;
      clang::SourceLocation name =
          sources.getExpansionLoc(source.declaration->getLocation());
      Place place;
      place.function = i;
      place.name =
          sources.getFileOffset(name) - position + unsigned(text.size());
      text += original.slice(position, source.beginOffset);
      place.begin = text.size();
      text += functions[i].text;
      place.end = text.size();
      position = source.endOffset;
      found.push_back(place);
    }
    text += original.substr(position);
  }
}

std::optional<size_t>
ChangedFiles::functionNamedAt(clang::SourceLocation location,
                              const SourceManager &sources) const {
  auto [file, offset] = sources.getDecomposedExpansionLoc(location);
  auto entry = sources.getFileEntryRefForID(file);
  auto found = entry ? places.find(entry->getName().str()) : places.end();
  if (found == places.end())
    return std::nullopt;
  for (const Place &place : found->second)
    if (place.name == offset)
      return place.function;
  return std::nullopt;
}

std::optional<size_t>
ChangedFiles::functionAround(clang::SourceLocation location,
                             const SourceManager &sources,
                             size_t &offset) const {
  if (location.isInvalid())
    return std::nullopt;
  auto [file, at] = sources.getDecomposedExpansionLoc(location);
  auto entry = sources.getFileEntryRefForID(file);
  auto found = entry ? places.find(entry->getName().str()) : places.end();
  if (found == places.end())
    return std::nullopt;
  for (const Place &place : found->second)
    if (place.begin <= at && at < place.end) {
      offset = at - place.begin;
      return place.function;
    }
  return std::nullopt;
}

} // namespace pinstripe
