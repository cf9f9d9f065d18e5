// Holds the settings of a recorded case, and formats and parses case.yaml.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "pinstripe/Store/Case.h"
#include "PredicateYAML.h"
#include "llvm/ADT/STLExtras.h"

using namespace pinstripe;

namespace {

/// The contents of case.yaml: the version of its format, and the case itself.
struct CaseFile {
  uint32_t version = CASE_FORMAT_VERSION;
  Case value;
};

} // namespace

LLVM_YAML_IS_SEQUENCE_VECTOR(CaseModule)

namespace llvm::yaml {

template <> struct MappingTraits<CaseModule> {
  static void mapping(IO &io, CaseModule &module) {
    mapText(io, "path", module.path);
    mapText(io, "build-hash", module.buildHash);
  }
};

template <> struct ScalarEnumerationTraits<Poison> {
  static void enumeration(IO &io, Poison &value) {
    io.enumCase(value, "pattern", Poison::Pattern);
    io.enumCase(value, "zero", Poison::Zero);
    io.enumCase(value, "large", Poison::Large);
    io.enumCase(value, "stale", Poison::Stale);
  }
};

template <> struct MappingTraits<CaseFile> {
  static void mapping(IO &io, CaseFile &file) {
    io.mapRequired("version", file.version);
    LaunchSpec &launch = file.value.launch;
    Text program{launch.program};
    io.mapRequired("program", program);
    launch.program = std::move(program.value);
    mapText(io, "argument0", launch.argument0);
    mapTexts(io, "arguments", launch.arguments);
    mapTexts(io, "environment", launch.environment);
    mapText(io, "stdin", launch.standardInput);
    mapText(io, "directory", launch.workingDirectory);
    mapTexts(io, "watched-files", launch.observedFiles);
    io.mapOptional("predicate", file.value.predicate);
    io.mapOptional("flow", launch.flow, Flow::Trace);
    io.mapOptional("schedule", launch.schedule);
    io.mapOptional("poison", launch.poison, Poison::Pattern);
    io.mapOptional("unrecorded", launch.unrecordedCalls,
                   UnrecordedCalls::Diverge);
    io.mapOptional("wall-limit", launch.wallLimitSeconds);
    io.mapOptional("event-limit", launch.eventLimit);
    io.mapOptional("output-limit", launch.outputLimitBytes);
    io.mapOptional("repeat", file.value.repeat);
    mapText(io, "compilation-database", file.value.compilationDatabase);
    mapText(io, "build-hash", file.value.buildHash);
    io.mapOptional("modules", file.value.modules);
    mapTexts(io, "written-files", file.value.writtenFiles);
    io.mapOptional("clock-start", file.value.clockStart, uint64_t(0));
    mapTexts(io, "limits", file.value.limits);
  }
};

} // namespace llvm::yaml

namespace pinstripe {

std::string formatCase(const Case &value) {
  CaseFile file{CASE_FORMAT_VERSION, value};
  return writeYAML(file);
}

llvm::Expected<Case> parseCase(llvm::StringRef text, llvm::StringRef name) {
  CaseFile file;
  if (llvm::Error error =
          readYAML(text, name, "case", CASE_FORMAT_VERSION, file))
    return error;
  // A complete case.yaml always has the path of the working directory. If the
  // path is empty, the file was cut off and lacks the keys at its end.
  if (file.value.launch.workingDirectory.empty())
    return llvm::make_error<TraceFormatError>(
        name + ": ends too early; record it again");
  return file.value;
}

} // namespace pinstripe
