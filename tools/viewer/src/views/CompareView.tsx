// Compares what was executed with the slices and the critical events.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useMemo, useState } from 'preact/hooks';
import { comparedSets, differingEvents, lineCounts } from '../data/Comparison';
import { reasonText } from '../data/Experiments';
import { cleanupWords } from '../data/Report';
import { useApp } from '../ui/Context';
import { LineLink, MarkSign } from '../ui/Links';
import { markOfEvent } from '../data/Marks';
import { useEventAddress } from '../ui/Links';
import { LongList } from '../ui/LongList';
import { Term } from '../ui/Term';

export function CompareView() {
  const [by, setBy] = useState<'lines' | 'instances'>('lines');
  const [onlyDiffering, setDiffering] = useState(true);
  const { report } = useApp();
  const sets = comparedSets(report);
  return (
    <div class="compare">
      <p class="toolbar">
        <span class="choice" role="group" aria-label="compare by">
          {(['lines', 'instances'] as const).map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={by === choice}
              onClick={() => setBy(choice)}
            >
              by {choice === 'lines' ? 'line' : 'instance'}
            </button>
          ))}
        </span>
        {by === 'instances' && (
          <label>
            <input
              type="checkbox"
              checked={onlyDiffering}
              onChange={() => setDiffering(!onlyDiffering)}
            />
            only where the sets differ
          </label>
        )}
        <span class="muted">
          <Term word="slice">slices</Term> are inferred;{' '}
          <Term word="critical" /> is proved by experiment
        </span>
      </p>
      {sets.length === 0 && (
        <p>
          Only the executed events are known. `pinstripe compare` makes the
          slices.
        </p>
      )}
      {by === 'lines' ? <Lines /> : <Instances onlyDiffering={onlyDiffering} />}
    </div>
  );
}

function Lines() {
  const { report } = useApp();
  const sets = comparedSets(report);
  const rows = useMemo(() => lineCounts(report), [report]);
  const most = Math.max(1, ...rows.map((row) => row.executed));
  return (
    <div class="table-place" tabIndex={0} role="region" aria-label="by line">
      <table class="counts">
        <thead>
          <tr>
            <th scope="col">line</th>
            <th scope="col">executed</th>
            {sets.map(({ name, title }) => (
              <th scope="col" key={name} class={name}>
                {title}
              </th>
            ))}
            <th scope="col" class="code-column">
              source
            </th>
          </tr>
          <tr class="sum">
            <td>all</td>
            <td>{report.eventCount.toLocaleString('en')}</td>
            {sets.map(({ name, count, cleanups }) => (
              <td key={name}>
                {count.toLocaleString('en')}{' '}
                <span class="muted">
                  {Math.round((100 * count) / Math.max(1, report.eventCount))} %
                  {cleanups > 0 && `, + ${cleanupWords(cleanups)}`}
                </span>
              </td>
            ))}
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.file + ':' + row.line}>
              <td>
                <LineLink file={row.file} line={row.line} view="compare" />
              </td>
              <Count count={row.executed} most={most} name="executed" />
              {sets.map(({ name }, index) => (
                <Count
                  key={name}
                  count={row.counts[index]}
                  most={most}
                  name={name}
                />
              ))}
              <td class="code-column">
                <code>{row.text}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Count(props: { count: number; most: number; name: string }) {
  const share = Math.log(1 + props.count) / Math.log(1 + props.most);
  return (
    <td class={'count ' + props.name}>
      <span class="fill" style={{ width: 100 * share + '%' }} />
      <span>{props.count > 0 ? props.count.toLocaleString('en') : '·'}</span>
    </td>
  );
}

function Instances({ onlyDiffering }: { onlyDiffering: boolean }) {
  const { report, address } = useApp();
  const addressOf = useEventAddress();
  const sets = comparedSets(report);
  const events = useMemo(
    () => (onlyDiffering ? differingEvents(report) : null),
    [report, onlyDiffering],
  );
  const count = events ? events.length : report.eventCount;
  const eventAt = (index: number) => (events ? events[index] : index);
  const selected =
    address.event === null
      ? -1
      : events
        ? events.indexOf(address.event)
        : address.event;
  return (
    <>
      <p class="instance-row head">
        <span class="where">instance</span>
        {sets.map(({ name, title }) => (
          <span key={name} class="cell-set">
            {title}
          </span>
        ))}
        <span class="what">statement</span>
      </p>
      <LongList
        label="by instance"
        count={count}
        rowHeight={24}
        selected={selected}
        row={(index) => {
          const event = eventAt(index);
          const reason = report.experiments.reasons.get(event);
          return (
            <a
              key={event}
              class={'instance-row' + (address.event === event ? ' here' : '')}
              href={addressOf(event, 'compare')}
            >
              <span class="where">
                <MarkSign mark={markOfEvent(report, event)} />{' '}
                {report.name(event)}
              </span>
              {sets.map(({ name, title }) => (
                <span
                  key={name}
                  class={
                    'cell-set ' + (report.isIn(name, event) ? 'in ' + name : '')
                  }
                >
                  {report.isCleanup(event, name)
                    ? '+'
                    : report.isIn(name, event)
                      ? '✓'
                      : '·'}
                  <span class="hidden"> {title}</span>
                </span>
              ))}
              <span class="what">
                <code>{report.unit(event).text}</code>
                {reason && <span class="muted"> {reasonText(reason)}</span>}
              </span>
            </a>
          );
        }}
      />
      {count === 0 && <p class="muted">The sets are equal.</p>}
    </>
  );
}
