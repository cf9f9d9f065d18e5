// Writes an element of a page that holds data for the viewer.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PINSTRIPE_LIB_REPORT_PAGEELEMENT_H
#define PINSTRIPE_LIB_REPORT_PAGEELEMENT_H

#include "Page/PageColumns.h"

namespace pinstripe {

/// Compresses a text and returns it in base64 (see packBytes).
inline std::string packText(llvm::StringRef text) {
  return packBytes(
      {reinterpret_cast<const uint8_t *>(text.data()), text.size()});
}

/// Writes an HTML element that holds compressed data for the viewer. A browser
/// neither shows nor executes it.
inline void writePageElement(llvm::StringRef name, llvm::StringRef packed,
                             llvm::raw_ostream &stream) {
  stream << "<script type=\"application/x-pinstripe\" id=\"pinstripe-" << name
         << "\">" << packed << "</script>\n";
}

} // namespace pinstripe

#endif // PINSTRIPE_LIB_REPORT_PAGEELEMENT_H
