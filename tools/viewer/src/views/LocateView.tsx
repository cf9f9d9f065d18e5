// The lines to read first, with their evidence beside the code.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useState } from 'preact/hooks';
import { entriesOf } from '../data/Experiments';
import type { Evidence, RankedLine } from '../data/Experiments';
import { emptyAddress, formatAddress } from '../data/Address';
import { useApp } from '../ui/Context';
import { useFileOf } from '../ui/Evidence';
import { LineLink } from '../ui/Links';
import { Prose } from '../ui/Prose';
import { FileCode } from './SourceView';

export function LocateView() {
  const { report, address } = useApp();
  const fileOf = useFileOf();
  const { ranked, wrong } = report.experiments;
  const [most, setMost] = useState(10);
  if (ranked.length === 0)
    return (
      <p>
        The report has no ranking. `pinstripe locate --expect-stdout FILE` makes
        one.
      </p>
    );
  const selected =
    ranked.find(
      ({ file, line }) =>
        address.line &&
        line === address.line.line &&
        file === fileOf(address.line.path),
    ) ?? null;
  const entries = entriesOf(ranked);
  const { event } = address;
  const shown =
    event !== null && event < report.eventCount
      ? report.unit(event)
      : (selected ?? ranked[0]);
  return (
    <div class="locate-view">
      <section class="ranking" aria-label="ranked lines" tabIndex={0}>
        {wrong && (
          <p>
            {wrong.printed === null ? (
              <>The output ends before line {wrong.line}</>
            ) : (
              <>
                Wrong from line {wrong.line}: <q>{wrong.printed}</q>
              </>
            )}
            {wrong.expected !== null && (
              <>
                , expected <q>{wrong.expected}</q>
              </>
            )}
          </p>
        )}
        <ol>
          {entries.slice(0, most).map((lines) => (
            <Ranked
              key={lines[0].rank}
              lines={lines}
              isHere={selected !== null && lines.includes(selected)}
              best={ranked[0].score}
            />
          ))}
        </ol>
        {entries.length > most && (
          <button type="button" onClick={() => setMost(most * 4)}>
            {entries.length - most} more
          </button>
        )}
        <p class="muted">
          Hints, not verdicts: each says what an experiment did to the output,
          not what was meant.
        </p>
      </section>
      <FileCode file={shown.file} line={shown.line} event={event} />
    </div>
  );
}

/** An entry: its best line with the evidence, and lines that say the same. */
function Ranked(props: { lines: RankedLine[]; isHere: boolean; best: number }) {
  const [entry, ...others] = props.lines;
  return (
    <li class={props.isHere ? 'here' : ''}>
      <h3>
        <span class="rank">{entry.rank}</span>{' '}
        <LineLink file={entry.file} line={entry.line} view="locate" />{' '}
        <span class="muted">{entry.function}</span>
      </h3>
      <pre class="statement">{entry.text}</pre>
      {others.map((other) => (
        <p key={other.line} class="also">
          <span class="muted">with</span>{' '}
          <LineLink file={other.file} line={other.line} view="locate" />{' '}
          <code>{other.text}</code>
        </p>
      ))}
      <p class="bar" aria-hidden="true" title={`score ${entry.score}`}>
        <span
          style={{
            width: `${(100 * entry.score) / Math.max(1e-9, props.best)}%`,
          }}
        />
      </p>
      <ul class="experiments">
        {entry.evidence.map((evidence, index) => (
          <EvidenceItem key={index} evidence={evidence} entry={entry} />
        ))}
      </ul>
    </li>
  );
}

/** Leads to the event of the experiment, or else to the line. */
function EvidenceItem(props: { evidence: Evidence; entry: RankedLine }) {
  const { report } = useApp();
  const { event, good, text } = props.evidence;
  const { file, line } = props.entry;
  const path = report.meta.files[file]?.path ?? '';
  const target = formatAddress({
    ...emptyAddress('locate'),
    ...(event === null ? { line: { path, line } } : { event }),
  });
  return (
    <li class={good ? 'good' : ''}>
      {good && '✓ '}
      <a class="quiet" href={target}>
        <Prose text={text} />
      </a>
    </li>
  );
}
