// Shows what is known about a line: its statements and their instances.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useState } from 'preact/hooks';
import { markOfEvent, markOfUnit } from '../data/Marks';
import type { Report } from '../data/Report';
import { useApp } from './Context';
import { ExperimentList } from './ExperimentList';
import { EventLink, MarkSign } from './Links';
import { Prose } from './Prose';
import { Term } from './Term';

export function LineEvidence(props: { file: number; line: number }) {
  const { report } = useApp();
  const { file, line } = props;
  const units = report.unitsOfLine(file, line);
  const text = report.meta.files[file].text?.split('\n')[line - 1]?.trim();
  const ranked = report.experiments.ranked.find(
    (entry) => entry.file === file && entry.line === line,
  );
  const experiments = report.experiments.byLine.get(file + ':' + line) ?? [];
  return (
    <>
      <h2>
        {report.fileName(file)}:{line}
      </h2>
      <pre class="statement">{text}</pre>
      {units.length === 0 && (
        <p class="muted">No statement begins in this line.</p>
      )}
      {units.map((unit) => (
        <Instances key={unit} unit={unit} />
      ))}
      {ranked && ranked.evidence.length > 0 && (
        <section>
          <h3>Rank {ranked.rank} of the lines to read first</h3>
          <ul class="experiments">
            {ranked.evidence.map((evidence, index) => (
              <li key={index} class={evidence.good ? 'good' : ''}>
                {evidence.good && '✓ '}
                <Prose text={evidence.text} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {!ranked?.evidence.length && (
        <ExperimentList experiments={experiments} title="Experiments in it" />
      )}
    </>
  );
}

/** The instances of a statement: kept ones first, a part if there are many. */
function Instances({ unit }: { unit: number }) {
  const { report } = useApp();
  const [most, setMost] = useState(12);
  const [onlyKept, setOnlyKept] = useState(true);
  const events = report.instances.of(unit);
  const info = report.meta.units[unit];
  const mark = markOfUnit(report, unit);
  if (!mark)
    return (
      <section>
        <h3>
          <code>{info.text}</code>
        </h3>
        <p class="muted">Not executed in this run.</p>
      </section>
    );
  const isPart = onlyKept && mark.kept > 0 && mark.kept < events.length;
  const listed = isPart
    ? events.filter((event) => report.isKept(event))
    : events;
  return (
    <section>
      <h3>
        <MarkSign mark={mark.mark} /> <code>{info.text}</code>
      </h3>
      <p>
        Executed {times(events.length)}; {mark.label}{' '}
        {mark.mark === '+' ? (
          'kept as clean-up'
        ) : (
          <Term word={report.keptWord} />
        )}
        {info.pinned && (
          <>
            ; <Term word="pinned" />: {info.pinned}
          </>
        )}
      </p>
      <InstanceStrip events={events} />
      <ul class="events">
        {[...listed.slice(0, most)].map((event) => (
          <li key={event}>
            <EventLink event={event} />
          </li>
        ))}
      </ul>
      <p class="steps">
        {listed.length > most && (
          <button type="button" onClick={() => setMost(most * 4)}>
            {listed.length - most} more
          </button>
        )}
        {mark.kept > 0 && mark.kept < events.length && (
          <button type="button" onClick={() => setOnlyKept(!onlyKept)}>
            {onlyKept
              ? 'show those not needed, too'
              : `only ${report.keptWord} ones`}
          </button>
        )}
      </p>
      <InstanceInput unit={unit} />
    </section>
  );
}

function times(count: number): string {
  return count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`;
}

function cellClass(report: Report, event: number): string {
  const isCounted = report.isKept(event) && !report.isCleanup(event);
  return isCounted ? 'critical' : 'executed';
}

/** One cell an instance, so that the pattern is seen at a glance. */
function InstanceStrip({ events }: { events: Uint32Array }) {
  const { report, go } = useApp();
  if (events.length < 2 || events.length > 240) return null;
  return (
    <p class="strip" aria-hidden="true">
      {[...events].map((event, i) => (
        <span
          key={event}
          class={'cell ' + cellClass(report, event)}
          title={`#${i + 1} ${markOfEvent(report, event)}`}
          onClick={() => go({ event, line: null })}
        />
      ))}
    </p>
  );
}

function InstanceInput({ unit }: { unit: number }) {
  const { report, go } = useApp();
  const events = report.instances.of(unit);
  if (events.length < 12) return null;
  return (
    <label class="instance">
      instance #
      <input
        type="number"
        min={1}
        max={events.length}
        onChange={(change) => {
          const index = Number(change.currentTarget.value) - 1;
          if (index >= 0 && index < events.length)
            go({ event: events[index], line: null });
        }}
      />
      of {events.length}
    </label>
  );
}
