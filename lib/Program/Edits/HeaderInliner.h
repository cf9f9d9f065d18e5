// Replaces #include directives by the headers that they name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H

#include "Edits/EditParser.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Returns the text of the file with the index `main`, with headers in place of
/// #include directives. SourceEditor::withHeaders describes the result.
llvm::Expected<std::string>
textWithHeaders(const ParseSetting &setting,
                const std::vector<SourceText> &files, uint32_t main);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H
