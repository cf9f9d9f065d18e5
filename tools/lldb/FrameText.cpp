// Describes the current stack frame to the user of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "FrameText.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/Support/Path.h"

using namespace pinstripe;

/// Returns LLDB's description of the current frame, with source lines.
static std::string describeByLLDB(lldb::SBDebugger &debugger,
                                  lldb::SBThread &thread) {
  lldb::SBExecutionContext context(thread);
  lldb::SBCommandReturnObject result;
  debugger.GetCommandInterpreter().HandleCommand("frame select 0", context,
                                                 result);
  const char *text = result.Succeeded() ? result.GetOutput() : nullptr;
  if (!text)
    text = result.GetError();
  return text ? text : "";
}

/// Returns true if the code at which the frame stands belongs to line 0.
/// Compilers give this line to code that belongs to several lines, or to none.
static bool isAtLineZero(lldb::SBFrame &frame) {
  lldb::SBLineEntry entry = frame.GetLineEntry();
  return entry.IsValid() && entry.GetLine() == 0;
}

/// Returns the first line of LLDB's description of a frame, without the place
/// in the source.
static std::string frameWithoutPlace(lldb::SBFrame &frame) {
  lldb::SBError error;
  lldb::SBFormat format("frame #${frame.index}: ${frame.pc}"
                        "{ ${module.file.basename}"
                        "{`${function.name-with-args}}}",
                        error);
  lldb::SBStream text;
  if (error.Fail() || frame.GetDescriptionWithFormat(format, text).Fail() ||
      !text.GetData())
    return "frame #0";
  return text.GetData();
}

/// Returns a setting of LLDB that is a number, or `usual` if it can't be read.
static uint32_t numberSetting(lldb::SBDebugger &debugger, const char *name,
                              uint32_t usual) {
  lldb::SBStringList values = lldb::SBDebugger::GetInternalVariableValue(
      name, debugger.GetInstanceName());
  const char *text =
      values.GetSize() == 1 ? values.GetStringAtIndex(0) : nullptr;
  uint32_t number = usual;
  return text && !llvm::StringRef(text).getAsInteger(10, number) ? number
                                                                 : usual;
}

/// Writes the place of a statement and the source lines around it, in LLDB's
/// form.
static void writePlace(lldb::SBDebugger &debugger, const UnitTable &table,
                       const SourceRange &range, llvm::raw_ostream &stream) {
  const std::string &path = table.files[static_cast<size_t>(range.file)];
  stream << " at " << llvm::sys::path::filename(path) << ':' << range.line
         << ':' << range.column << '\n';
  lldb::SBStream lines;
  debugger.GetSourceManager().DisplaySourceLinesWithLineNumbersAndColumn(
      lldb::SBFileSpec(path.c_str(), /*resolve=*/false), range.line,
      range.column, numberSetting(debugger, "stop-line-count-before", 3),
      numberSetting(debugger, "stop-line-count-after", 3), "->", lines);
  if (lines.GetData())
    stream << lines.GetData();
}

void pinstripe::writeFrame(lldb::SBDebugger &debugger, ReplaySession &session,
                           llvm::raw_ostream &stream) {
  lldb::SBThread thread = session.thread();
  std::string byLLDB = describeByLLDB(debugger, thread);
  lldb::SBFrame frame = thread.GetFrameAtIndex(0);
  if (!isAtLineZero(frame)) {
    stream << byLLDB;
    return;
  }
  stream << frameWithoutPlace(frame);
  const StatementUnit *unit = nullptr;
  const RecordedCase &recorded = session.recorded();
  if (session.isAtPresent())
    unit = &recorded.table.unitOf(recorded.trace.entryOf(*session.present()));
  if (!unit || unit->range.line == 0) {
    stream << "\nthis is code without a line, such as the clean-up of objects: "
              "no statement of the source stands for it\n";
    return;
  }
  writePlace(debugger, recorded.table, unit->range, stream);
  if (unit->kind == UnitKind::Cleanup)
    stream << "this is a clean-up at the end of a scope, which has no "
              "statement: `"
           << printable(unit->text) << "`\n";
}
