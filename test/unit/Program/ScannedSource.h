// Scans sources in tests and renders the model as text.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The sources are written into a folder of their own. The model is rendered in
// lines that a test can compare:
//
//     expression 3:3-3:10 f | sum += a
//       @clang 3:1-3:4

#ifndef PINSTRIPE_TEST_UNIT_PROGRAM_SCANNEDSOURCE_H
#define PINSTRIPE_TEST_UNIT_PROGRAM_SCANNEDSOURCE_H

#include "Source/SourceScanner.h"
#include "TestSupport/Catch.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <fstream>

namespace pinstripe {

/// A folder that is removed at the end of the test.
class SourceFolder {
public:
  SourceFolder() {
    llvm::SmallString<128> created, real;
    REQUIRE(!llvm::sys::fs::createUniqueDirectory("pinstripe-scan", created));
    REQUIRE(!llvm::sys::fs::real_path(created, real));
    path = std::string(real);
  }
  SourceFolder(const SourceFolder &) = delete;
  SourceFolder &operator=(const SourceFolder &) = delete;
  ~SourceFolder() { llvm::sys::fs::remove_directories(path); }

  std::string write(const std::string &name, const std::string &text) {
    std::string file = path + "/" + name;
    REQUIRE(
        !llvm::sys::fs::create_directories(llvm::sys::path::parent_path(file)));
    std::ofstream(file) << text;
    return file;
  }

  CompilationUnit unit(const std::string &name) const {
    CompilationUnit unit;
    unit.mainFile = path + "/" + name;
    unit.directory = path;
    unit.isCxx = !llvm::StringRef(name).ends_with(".c");
    return unit;
  }

  SourceModel scan(const std::vector<CompilationUnit> &units,
                   const std::string &database = "") const {
    return scanSources(units, {database}, path + "/program");
  }

  std::string path;
};

inline SourceModel scanText(const std::string &name, const std::string &text) {
  SourceFolder folder;
  folder.write(name, text);
  return folder.scan({folder.unit(name)});
}

inline std::string render(const SourceExtent &extent) {
  auto at = [](const SourceLocation &location) {
    return std::to_string(location.line) + ":" +
           std::to_string(location.column);
  };
  return at(extent.begin) + "-" + at(extent.end);
}

inline std::string render(const SourceModel &model, const SourceUnit &unit) {
  std::string function =
      unit.function < 0 ? "-" : model.functions[unit.function].name;
  return unitKindName(unit.kind).str() + " " + render(unit.extent) + " " +
         function + " | " + unit.text;
}

inline std::vector<std::string> renderUnits(const SourceModel &model) {
  std::vector<std::string> lines;
  for (const SourceUnit &unit : model.units)
    lines.push_back(render(model, unit));
  return lines;
}

inline std::vector<std::string> renderAnchors(const SourceModel &model) {
  static constexpr const char *names[] = {"@any", "@clang", "@gcc"};
  std::vector<std::string> lines;
  for (const SourceUnit &unit : model.units)
    for (const SourceAnchor &anchor : unit.anchors)
      lines.push_back(std::string(names[static_cast<int>(anchor.compiler)]) +
                      " " + render(anchor.extent) + " " + unit.text);
  return lines;
}

/// Returns "d(1) -> 5:3" for a declaration and its cleanup.
inline std::vector<std::string> renderCleanups(const SourceModel &model) {
  std::vector<std::string> lines;
  for (const SourceModel::Cleanup &link : model.cleanups) {
    const SourceUnit &cleanup = model.units[link.cleanup];
    REQUIRE(cleanup.kind == UnitKind::Cleanup);
    lines.push_back(model.units[link.declaration].text + " -> " +
                    render(cleanup.extent));
  }
  return lines;
}

inline std::vector<std::string> renderFunctions(const SourceModel &model) {
  std::vector<std::string> lines;
  for (const SourceFunction &function : model.functions)
    lines.push_back(function.name + " " + render(function.extent));
  return lines;
}

using Lines = std::vector<std::string>;

} // namespace pinstripe

#endif // PINSTRIPE_TEST_UNIT_PROGRAM_SCANNEDSOURCE_H
