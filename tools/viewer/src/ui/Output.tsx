// Shows what the run printed, and what was expected of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useMemo } from 'preact/hooks';
import { emptyAddress, formatAddress, type View } from '../data/Address';
import { difference, type DifferentLine } from '../data/Difference';
import type { Text } from '../data/Format';
import { segmentsOf, writerFinder } from '../data/Segments';
import { useApp } from './Context';
import { LineLink } from './Links';

export function Output() {
  const { run, crash } = useApp().report.meta;
  const isDifferent =
    run.expected && run.stdout && run.expected.text !== run.stdout.text;
  return (
    <>
      {crash && <Crash />}
      <h2>What came out{isDifferent && ', and what was expected'}</h2>
      {isDifferent ? (
        <Difference printed={run.stdout!} expected={run.expected!} />
      ) : run.stdout && run.stdout.bytes > 0 ? (
        <Printed text={run.stdout} />
      ) : (
        <p class="muted">Nothing on standard output.</p>
      )}
      <Other title="on standard error" text={run.stderr} />
      <Other title="The input" text={run.stdin} />
    </>
  );
}

function Crash() {
  const { report } = useApp();
  const crash = report.meta.crash!;
  const unit =
    typeof crash.unit === 'number' ? report.meta.units[crash.unit] : null;
  return (
    <>
      <h2>It crashed</h2>
      <pre class="output" tabIndex={0}>
        <mark>{crash.text}</mark>
        {crash.message && '\n' + crash.message}
      </pre>
      {unit && (
        <p>
          at <LineLink file={unit.file} line={unit.line} />{' '}
          <code>{unit.text}</code>
        </p>
      )}
    </>
  );
}

/** The view that shows what made the output: causes, if they are known. */
function useCauseView(): View {
  return useApp().report.keptEvents.length > 0 ? 'causes' : 'source';
}

function Printed({ text }: { text: Text }) {
  const { report } = useApp();
  const view = useCauseView();
  const { matched = [], written = [] } = report.meta.run;
  const segments = useMemo(
    () => segmentsOf(text.text, matched, written),
    [text.text, report],
  );
  return (
    <>
      <pre class="output" tabIndex={0}>
        {segments.map((segment, index) => {
          const content = segment.matched ? (
            <mark>{segment.text}</mark>
          ) : (
            segment.text
          );
          if (segment.event === null) return <span key={index}>{content}</span>;
          const target = { ...emptyAddress(view), event: segment.event };
          return (
            <a
              key={index}
              href={formatAddress(target)}
              title={`written by ${report.name(segment.event)}`}
            >
              {content}
            </a>
          );
        })}
      </pre>
      <Rest text={text} />
      {matched.length > 0 && (
        <p class="muted">
          <mark>Marked</mark> is what had to come out the same
          {written.length > 0 && '; select it to see what made it'}.
        </p>
      )}
    </>
  );
}

function Rest({ text }: { text: Text }) {
  if (!text.truncated) return null;
  return (
    <p class="muted">
      The beginning of {text.bytes.toLocaleString('en')} bytes.
    </p>
  );
}

function Other(props: { title: string; text: Text | null | undefined }) {
  if (!props.text || props.text.bytes === 0) return null;
  return (
    <details open={props.text.bytes <= 200}>
      <summary>
        {props.title} <span class="muted">{props.text.bytes} bytes</span>
      </summary>
      <pre class="output" tabIndex={0}>
        {props.text.text}
      </pre>
      <Rest text={props.text} />
    </details>
  );
}

const signs = { same: ' ', printed: '−', expected: '+' } as const;
const words = { same: '', printed: 'printed', expected: 'expected' } as const;

function Difference(props: { printed: Text; expected: Text }) {
  const { printed, expected } = props;
  const lines = useMemo(
    () => difference(printed.text, expected.text),
    [printed.text, expected.text],
  );
  const writerOf = useWriters(lines);
  return (
    <>
      <pre class="output difference" tabIndex={0}>
        {shortened(lines).map((line, index) =>
          line === null ? (
            <div key={index} class="muted">
              ⋮
            </div>
          ) : (
            <div key={index} class={line.kind} title={words[line.kind]}>
              {signs[line.kind]} <Written event={writerOf(line)} line={line} />
            </div>
          ),
        )}
      </pre>
      <Rest text={props.printed} />
      <p class="muted">
        <span class="difference printed">−</span> printed,{' '}
        <span class="difference expected">+</span> expected; select a line to
        see what made it
      </p>
    </>
  );
}

/** Returns a function that tells which event wrote a line; -1: unknown. */
function useWriters(lines: DifferentLine[]): (line: DifferentLine) => number {
  const { report } = useApp();
  const writers = useMemo(() => {
    const writerOf = writerFinder(report.meta.run.written ?? []);
    const encoder = new TextEncoder();
    const found = new Map<DifferentLine, number>();
    let offset = 0;
    for (const line of lines) {
      if (line.kind === 'expected') continue;
      const before = line.text.slice(0, line.part?.[0] ?? 0);
      const writer = writerOf(offset + encoder.encode(before).length);
      if (writer !== null) found.set(line, writer);
      offset += encoder.encode(line.text).length + 1;
    }
    return found;
  }, [lines, report]);
  return (line) => writers.get(line) ?? -1;
}

function Written({ event, line }: { event: number; line: DifferentLine }) {
  const { report } = useApp();
  const view = useCauseView();
  if (event < 0) return <Parts line={line} />;
  const target = formatAddress({ ...emptyAddress(view), event });
  return (
    <a href={target} title={`written by ${report.name(event)}`}>
      <Parts line={line} />
    </a>
  );
}

export function Parts({ line }: { line: DifferentLine }) {
  if (!line.part) return <>{line.text}</>;
  const [from, to] = line.part;
  return (
    <>
      {line.text.slice(0, from)}
      <mark>{line.text.slice(from, to)}</mark>
      {line.text.slice(to)}
    </>
  );
}

/** Replaces equal lines that are far from a difference by null. */
function shortened(lines: DifferentLine[]): (DifferentLine | null)[] {
  const near = lines.map((_, index) =>
    lines
      .slice(Math.max(0, index - 3), index + 4)
      .some(({ kind }) => kind !== 'same'),
  );
  const result: (DifferentLine | null)[] = [];
  lines.forEach((line, index) => {
    if (near[index]) result.push(line);
    else if (result[result.length - 1] !== null) result.push(null);
  });
  return result;
}
