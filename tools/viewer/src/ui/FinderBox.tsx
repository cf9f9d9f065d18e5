// Finds events, lines and functions while the user types.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { find, type Found } from '../data/Finder';
import { markOfEvent, markOfLine } from '../data/Marks';
import { useApp } from './Context';
import { Dialog } from './Dialog';
import { MarkSign } from './Links';

export function FinderBox({ onClose }: { onClose: () => void }) {
  const { report, go } = useApp();
  const [query, setQuery] = useState('');
  const [chosen, setChosen] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current!.focus(), []);
  const found = find(report, query);

  const open = (entry: Found | undefined) => {
    if (!entry) return;
    onClose();
    if (entry.kind === 'event') return go({ event: entry.event, line: null });
    const { files, functions } = report.meta;
    const [file, line] =
      entry.kind === 'line'
        ? [entry.file, entry.line]
        : [functions[entry.index].file, functions[entry.index].line];
    go({
      view: 'source',
      line: { path: files[file].path, line },
      event: null,
      from: null,
    });
  };
  const onKey = (key: KeyboardEvent) => {
    if (key.key === 'Enter') {
      // The text that the user typed may not have been rendered yet. So it is
      // read from the input element.
      const { value } = input.current!;
      open(value === query ? found[chosen] : find(report, value)[0]);
    } else if (key.key === 'ArrowDown')
      setChosen(Math.min(found.length - 1, chosen + 1));
    else if (key.key === 'ArrowUp') setChosen(Math.max(0, chosen - 1));
    else return;
    key.preventDefault();
  };
  return (
    <Dialog label="find" onClose={onClose}>
      <input
        ref={input}
        type="search"
        aria-label="event, line, function or text"
        placeholder="12, sample.c:13 #2, a function, or text of the source"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKey}
      />
      <ul class="found">
        {found.map((entry, index) => (
          <li key={index}>
            <button
              type="button"
              class={index === chosen ? 'chosen' : ''}
              onClick={() => open(entry)}
            >
              <Entry entry={entry} />
            </button>
          </li>
        ))}
      </ul>
      {query && found.length === 0 && <p class="muted">Nothing found.</p>}
    </Dialog>
  );
}

function Entry({ entry }: { entry: Found }) {
  const { report } = useApp();
  if (entry.kind === 'event')
    return (
      <>
        <MarkSign mark={markOfEvent(report, entry.event)} /> event{' '}
        {entry.event + 1}: {report.name(entry.event)}{' '}
        <code>{report.unit(entry.event).text}</code>
      </>
    );
  if (entry.kind === 'function')
    return <>function {report.functionName(entry.index)}</>;
  const mark = markOfLine(report, entry.file, entry.line);
  const text = report.meta.files[entry.file].text?.split('\n')[entry.line - 1];
  return (
    <>
      {mark && <MarkSign mark={mark.mark} />} {report.fileName(entry.file)}:
      {entry.line} <code>{text?.trim()}</code>
    </>
  );
}
