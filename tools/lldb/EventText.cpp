// Describes kept events, which are not skipped, to the user of the debugger.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "EventText.h"
#include "pinstripe/Support/PrintableText.h"
#include "llvm/Support/Format.h"
#include <algorithm>

using namespace pinstripe;

std::string pinstripe::numberOf(EventIndex event) {
  return std::to_string(static_cast<uint64_t>(event) + 1);
}

void pinstripe::writeHeading(const ReplaySession &session, EventIndex event,
                             llvm::raw_ostream &stream) {
  const KeptEvents &kept = session.kept();
  stream << "event " << numberOf(event) << ", " << kept.positionOf(event) + 1
         << " of " << kept.size() << " kept: " << kept.describe(event) << '\n';
}

void pinstripe::writeList(const ReplaySession &session, size_t around,
                          llvm::raw_ostream &stream) {
  const KeptEvents &kept = session.kept();
  std::optional<EventIndex> present = session.present();
  size_t middle = present ? kept.positionOf(*present) : 0;
  size_t first = middle - std::min(middle, around);
  size_t end = std::min(kept.size(), middle + around + 1);
  auto rows = kept.all().slice(first, end - first);
  size_t width = 0;
  for (EventIndex event : rows)
    width = std::max(width, kept.placeOf(event).size());
  if (first != 0)
    stream << "   " << first << " before\n";
  for (EventIndex event : rows) {
    stream << (event == present ? "-> " : "   ")
           << llvm::format_decimal(static_cast<int64_t>(event) + 1, 6) << "  "
           << llvm::left_justify(kept.placeOf(event),
                                 static_cast<unsigned>(width))
           << "  " << printable(kept.textOf(event));
    auto note = session.notes().find(static_cast<uint32_t>(event));
    if (note != session.notes().end() && !note->second.values.text.empty())
      stream << "    " << printable(note->second.values.text);
    stream << '\n';
  }
  if (end != kept.size())
    stream << "   " << kept.size() - end << " after\n";
}
