// Replaces #include directives by the headers that they name.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H
#define PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H

#include "Edits/EditParser.h"
#include "llvm/Support/Error.h"

namespace pinstripe {

/// Does the work of SourceEditor::withHeaders, where the parameters are
/// described.
llvm::Expected<std::string>
textWithHeaders(const ParseSetting &setting,
                const std::vector<SourceText> &files, uint32_t main);

} // namespace pinstripe

#endif // PINSTRIPE_LIB_PROGRAM_EDITS_HEADERINLINER_H
