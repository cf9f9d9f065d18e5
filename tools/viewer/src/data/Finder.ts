// Finds events, lines and functions by what the user types after "/".
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Report } from './Report';

export type Found =
  | { kind: 'event'; event: number }
  | { kind: 'line'; file: number; line: number }
  | { kind: 'function'; index: number };

/**
 * Understands 12 and e12 (an event), sample.c:13 and 13 (a line), sample.c:13 #2
 * (an instance), names of functions and parts of the source text.
 */
export function find(report: Report, query: string, most = 30): Found[] {
  const words = query.trim();
  if (words === '') return [];
  const found: Found[] = [];
  const event = /^e?(\d+)$/.exec(words);
  if (event) {
    const index = Number(event[1]) - 1;
    if (index >= 0 && index < report.eventCount)
      found.push({ kind: 'event', event: index });
  }
  const place = /^(?:(.+?):)?(\d+)(?::\d+)?(?:\s*#(\d+))?$/.exec(words);
  if (place) found.push(...atPlace(report, place));
  const low = words.toLowerCase();
  report.meta.functions.forEach((info, index) => {
    if (info.name.toLowerCase().includes(low))
      found.push({ kind: 'function', index });
  });
  report.meta.files.forEach((file, index) => {
    if (file.text === null || found.length >= most) return;
    const lines = file.text.split('\n');
    for (let i = 0; i < lines.length && found.length < most; ++i)
      if (lines[i].toLowerCase().includes(low))
        found.push({ kind: 'line', file: index, line: i + 1 });
  });
  return found.slice(0, most);
}

function atPlace(report: Report, place: RegExpExecArray): Found[] {
  const found: Found[] = [];
  const line = Number(place[2]);
  report.meta.files.forEach((file, index) => {
    if (place[1] && !file.path.endsWith(place[1])) return;
    const units = report.unitsOfLine(index, line);
    if (place[3]) {
      const instance = Number(place[3]) - 1;
      for (const unit of units)
        if (instance >= 0 && instance < report.instances.count(unit))
          found.push({
            kind: 'event',
            event: report.instances.of(unit)[instance],
          });
    } else if (units.length > 0)
      found.push({ kind: 'line', file: index, line });
  });
  return found;
}
