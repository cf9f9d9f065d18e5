// The search itself: its tests one after the other, with a slider.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { drawOutcomes, drawRows, labelWidth, signs } from '../canvas/TestRows';
import type { TestLog } from '../data/TestLog';
import { useDrawing, useSize } from '../ui/Canvas';
import { readPalette } from '../ui/Colours';
import { useApp, usePromise } from '../ui/Context';
import { EventLink } from '../ui/Links';
import { Term } from '../ui/Term';

export function TestsView() {
  const { report } = useApp();
  const log = usePromise(() => report.tests(), report);
  if (!report.meta.tests)
    return <p>The report has no tests: nothing was reduced yet.</p>;
  if (!log) return <p class="muted">Decoding the tests …</p>;
  return <Tests log={log} />;
}

/** Milliseconds between two tests of the animation. */
function pace(shown: number): number {
  return Math.min(400, Math.max(16, 12000 / shown));
}

function Tests({ log }: { log: TestLog }) {
  const { address, go } = useApp();
  const last = log.shown - 1;
  const current = Math.max(0, Math.min(last, address.test ?? last));
  const [isPlaying, setPlaying] = useState(false);
  const show = (test: number) =>
    go(
      { test: Math.max(0, Math.min(last, test)), event: null, line: null },
      true,
    );
  useEffect(() => {
    if (!isPlaying) return;
    if (current >= last) return setPlaying(false);
    const timer = setTimeout(() => show(current + 1), pace(log.shown));
    return () => clearTimeout(timer);
  }, [isPlaying, current]);
  const play = () => {
    if (!isPlaying && current >= last) show(0);
    setPlaying(!isPlaying);
  };
  return (
    <div class="tests">
      <p class="toolbar">
        <button type="button" onClick={play} aria-pressed={isPlaying}>
          {isPlaying ? '❚❚ pause' : '▶ play'}
        </button>
        <input
          type="range"
          aria-label="test"
          min={1}
          max={log.shown}
          value={current + 1}
          onInput={(event) => show(Number(event.currentTarget.value) - 1)}
        />
        <Tally log={log} current={current} />
      </p>
      <Now log={log} current={current} />
      <Outcomes log={log} current={current} onShow={show} />
      <Rows log={log} current={current} onShow={show} />
      {log.shown < log.count && (
        <p class="muted">
          {log.shown} of {log.count} tests are shown: all FAILs and an even
          choice of the others.
        </p>
      )}
    </div>
  );
}

const outcomeWords = {
  FAIL: 'the output came out',
  PASS: 'the output did not come out',
  UNRESOLVED: 'undecided',
} as const;

function Tally({ log, current }: { log: TestLog; current: number }) {
  const tally = log.tally(current);
  return (
    <span class="legend">
      {(['FAIL', 'PASS', 'UNRESOLVED'] as const).map((outcome) => (
        <span key={outcome} class={'outcome ' + outcome}>
          {signs[outcome]} <Term word={outcome} /> {tally[outcome]}{' '}
          <span class="muted">{outcomeWords[outcome]}</span>
        </span>
      ))}
    </span>
  );
}

/** What the current test left out, and what came of it. */
function Now({ log, current }: { log: TestLog; current: number }) {
  const { report } = useApp();
  const outcome = log.outcome(current);
  const left = log.leftOut(current);
  const events = left.map((column) => log.eventsOfColumn(column)[0]);
  const isExact = log.width >= report.eventCount;
  return (
    <div class="now">
      <p>
        <b>
          Test {current + 1} of {log.shown}
        </b>
        : executed {log.executed(current).toLocaleString('en')} of{' '}
        {report.eventCount.toLocaleString('en')} events:{' '}
        <span class={'outcome ' + outcome}>
          {signs[outcome]} {outcome}
        </span>
        , {outcomeWords[outcome]}
        {log.cause(current) && ` (${log.cause(current)})`}
      </p>
      {isExact && left.length > 0 && (
        <details>
          <summary>
            left out of the smallest FAIL before: {left.length} event
            {left.length === 1 ? '' : 's'}
          </summary>
          <ul class="events">
            {events.slice(0, 30).map((event) => (
              <li key={event}>
                <EventLink event={event} view="source" />
              </li>
            ))}
          </ul>
          {events.length > 30 && (
            <p class="muted">and {events.length - 30} more</p>
          )}
        </details>
      )}
    </div>
  );
}

interface PartProps {
  log: TestLog;
  current: number;
  onShow: (test: number) => void;
}

function Outcomes({ log, current, onShow }: PartProps) {
  const { theme } = useApp();
  const palette = useMemo(readPalette, [theme]);
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(place);
  useDrawing(
    canvas,
    size,
    (context) =>
      drawOutcomes(context, log, size.width, size.height, current, palette),
    [log, current, palette],
  );
  const onClick = (event: MouseEvent) => {
    const x = event.clientX - canvas.current!.getBoundingClientRect().left;
    const part = (x - labelWidth) / (size.width - 8 - labelWidth);
    onShow(Math.floor(part * log.shown));
  };
  return (
    <div class="outcomes" ref={place}>
      <canvas
        ref={canvas}
        role="img"
        aria-label="events executed by each test, by outcome, and the smallest FAIL so far"
        onClick={onClick}
      />
    </div>
  );
}

function Rows({ log, current, onShow }: PartProps) {
  const { theme, go, report } = useApp();
  const palette = useMemo(readPalette, [theme]);
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const size = useSize(place);
  const [scroll, setScroll] = useState(0);
  const [hint, setHint] = useState('');
  const rowHeight = Math.max(4, Math.min(14, size.height / log.shown));
  // The current row stays in sight.
  useEffect(() => {
    const element = place.current!;
    const top = current * rowHeight;
    if (top < element.scrollTop || top > element.scrollTop + size.height - 20)
      element.scrollTop = top - size.height / 2;
  }, [current, size.height]);
  useDrawing(
    canvas,
    size,
    (context) =>
      drawRows(context, log, { ...size, scroll, rowHeight, current }, palette),
    [log, current, scroll, rowHeight, palette],
  );
  /** The test and the first event at a point; -1 where there is none. */
  const at = (event: MouseEvent): [number, number] => {
    const box = canvas.current!.getBoundingClientRect();
    const test = Math.floor((event.clientY - box.top + scroll) / rowHeight);
    const x = event.clientX - box.left - labelWidth;
    const column = Math.floor((x / (size.width - labelWidth)) * log.width);
    const isColumn = column >= 0 && column < log.width;
    return [
      test < log.shown ? test : -1,
      isColumn ? log.eventsOfColumn(column)[0] : -1,
    ];
  };
  const onClick = (event: MouseEvent) => {
    const [test, first] = at(event);
    if (event.shiftKey && first >= 0)
      go({ view: 'source', event: first, test: null });
    else if (test >= 0) onShow(test);
  };
  const onMove = (event: MouseEvent) => {
    const [test, first] = at(event);
    if (test < 0 || first < 0) return setHint('');
    const executed = log.has(test, log.columnOfEvent(first));
    const unit = report.unit(first);
    setHint(
      `test ${test + 1}, event ${first + 1} ${report.name(first)} ${unit.text}: ` +
        (executed ? 'to be executed' : 'left out'),
    );
  };
  return (
    <>
      <div
        class="rows"
        ref={place}
        tabIndex={0}
        aria-label="tests, a row each"
        role="region"
        onScroll={(event) => setScroll(event.currentTarget.scrollTop)}
      >
        <div style={{ height: log.shown * rowHeight + 'px' }}>
          <canvas
            ref={canvas}
            role="img"
            aria-label="a row a test, a dot an event that it executed"
            style={{ height: size.height + 'px' }}
            onClick={onClick}
            onMouseMove={onMove}
            onMouseLeave={() => setHint('')}
          />
        </div>
      </div>
      <p class="hint">
        {hint ||
          'a row a test, a dot an event · click: this test · shift-click: this event in the source'}
      </p>
    </>
  );
}
