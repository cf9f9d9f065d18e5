// Splits inputs of a program into parts, and makes new inputs of some parts.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Circumstance/InputCircumstance.h"

using namespace pinstripe;

/// Returns the kind of parts into which a search splits binary inputs while it
/// splits texts into parts of the kind `kind`.
static PartKind binaryKind(PartKind kind) {
  bool isCoarse = kind == PartKind::Lines || kind == PartKind::Blocks;
  return isCoarse ? PartKind::Blocks : PartKind::Bytes;
}

static PartKind kindFor(const InputPair &pair, PartKind kind) {
  return pair.isText() ? kind : binaryKind(kind);
}

InputCircumstance::Split::Split(const InputPair &pair, PartKind kind)
    : passing(pair.passing, kindFor(pair, kind)),
      failing(pair.failing, kindFor(pair, kind)),
      runs(compareParts(passing, failing)) {}

InputCircumstance::InputCircumstance(std::vector<InputPair> pairs,
                                     PartKind kind)
    : inputs(std::move(pairs)) {
  for (const InputPair &pair : inputs) {
    Split &split = splits.emplace_back(pair, kind);
    split.firstElement = elementCount;
    for (const PartRun &run : split.runs)
      if (run.kind != PartRun::Kind::Common)
        elementCount += run.size();
    llvm::StringRef own = partsName(kindFor(pair, kind));
    name = name.empty() || name == own ? own : "parts";
  }
}

std::string
InputCircumstance::contentOf(size_t input,
                             const Configuration &configuration) const {
  const Split &split = splits[input];
  std::string content;
  content.reserve(split.failing.text.size());
  auto append = [&](const SplitInput &from, size_t begin, size_t end) {
    if (begin < end)
      content += from.parts(begin, end);
  };
  size_t element = split.firstElement;
  for (const PartRun &run : split.runs) {
    if (run.kind == PartRun::Kind::Common) {
      append(split.failing, run.begin, run.end);
      continue;
    }
    // The parts in `run` are in only one of the two contents of the input. If
    // that is the failing content, a part is present if its element is in the
    // configuration. If it is the passing content, a part is present if its
    // element is not in the configuration.
    size_t last = element + run.size(), next = element;
    auto part = [&](size_t each) { return run.begin + (each - element); };
    configuration.forEachRun(element, last, [&](size_t begin, size_t end) {
      if (run.kind == PartRun::Kind::OnlyFailing)
        append(split.failing, part(begin), part(end));
      else
        append(split.passing, part(next), part(begin));
      next = end;
    });
    if (run.kind == PartRun::Kind::OnlyPassing)
      append(split.passing, part(next), part(last));
    element = last;
  }
  return content;
}

llvm::Expected<Materials>
InputCircumstance::materialise(const Configuration &configuration) const {
  Materials materials;
  for (size_t i = 0; i < inputs.size(); ++i) {
    std::string content = contentOf(i, configuration);
    if (inputs[i].path.empty())
      materials.standardInput = std::move(content);
    else
      materials.files.push_back({inputs[i].path, std::move(content)});
  }
  return materials;
}
