// The panel beside a view: all that is known about the selected event or line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useApp } from './Context';
import { EventEvidence } from './EventEvidence';
import { LineEvidence } from './LineEvidence';

/** Returns the file of a line's address, by path or by name; -1 if unknown. */
export function useFileOf(): (path: string) => number {
  const { files } = useApp().report.meta;
  return (path) => {
    const exact = files.findIndex((file) => file.path === path);
    if (exact >= 0) return exact;
    return files.findIndex((file) => file.path.endsWith('/' + path));
  };
}

export function Evidence() {
  const { report, address, go } = useApp();
  const fileOf = useFileOf();
  const { event, line } = address;
  const isEvent = event !== null && event >= 0 && event < report.eventCount;
  const file = line ? fileOf(line.path) : -1;
  if (!isEvent && !line) return null;
  return (
    <aside class="evidence" aria-label="evidence" tabIndex={0}>
      <button
        type="button"
        class="close"
        aria-label="close the evidence"
        title="close (Esc)"
        onClick={() => go({ event: null, line: null, from: null })}
      >
        ✕
      </button>
      {isEvent ? (
        <EventEvidence event={event} />
      ) : line && file >= 0 ? (
        <LineEvidence file={file} line={line.line} />
      ) : (
        <p>The report has no file {line?.path}.</p>
      )}
    </aside>
  );
}
