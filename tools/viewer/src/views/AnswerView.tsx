// The answer first: what came out, what it needs, and where to look next.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { emptyAddress, formatAddress, type View } from '../data/Address';
import { outputEvents } from '../data/Output';
import { cleanupWords } from '../data/Report';
import { linesOfResult } from '../data/Result';
import { CommandBox } from '../ui/CommandBox';
import { useApp } from '../ui/Context';
import { LineLink } from '../ui/Links';
import { Output } from '../ui/Output';
import { Term } from '../ui/Term';
import { KeptLines } from '../ui/KeptLines';
import { StoryPart } from '../ui/StoryPart';

export function AnswerView() {
  const { report } = useApp();
  const { meta, story } = report;
  return (
    <div class="answer">
      {story && <StoryPart story={story} />}
      <Headline isTitle={!story} />
      <div class="columns">
        <section>
          <Output />
          <Repeat />
          <Kept />
        </section>
        <section>
          <Questions />
          <Facts />
        </section>
      </div>
      {meta.omissions?.map((sentence) => (
        <p key={sentence} class="muted">
          Note: {sentence}.
        </p>
      ))}
      <p class="muted foot">
        Pinstripe {meta.version}
        {meta.engine && `, ${meta.engine.name} engine`}
        {meta.engine?.fallback && ` (${meta.engine.fallback})`}
      </p>
    </div>
  );
}

function Kept() {
  const { report } = useApp();
  if (report.keptEvents.length === 0) return null;
  return (
    <>
      <h2>
        The <Term word={report.keptWord} /> statements
      </h2>
      <KeptLines results={linesOfResult(report)} />
    </>
  );
}

/** The size of the result; the title of the page if it begins with no story. */
function Headline({ isTitle }: { isTitle: boolean }) {
  const { report } = useApp();
  const Heading = isTitle ? 'h1' : 'h2';
  const { meta } = report;
  const { count: kept, cleanups } = report.setCount('kept');
  const share = Math.round((1000 * kept) / Math.max(1, report.eventCount)) / 10;
  return (
    <header>
      <Heading>
        {meta.reduction ? (
          <>
            <b class="critical">{kept.toLocaleString('en')}</b> of{' '}
            {report.eventCount.toLocaleString('en')} executed statement{' '}
            <Term word="instance">instances</Term> are{' '}
            <Term word={report.keptWord} />
            {cleanups > 0 && `, ${cleanupWords(cleanups)} with them`}
          </>
        ) : (
          <>
            {report.eventCount.toLocaleString('en')} executed statement{' '}
            <Term word="instance">instances</Term>
          </>
        )}
      </Heading>
      {!meta.reduction && (
        <p class="muted">
          <code>pinstripe reduce</code> finds those that the output needs, and
          makes this page say more.
        </p>
      )}
      {meta.reduction && (
        <>
          <p class="bar" aria-hidden="true">
            <span style={{ width: `max(2px, ${share}%)` }} />
          </p>
          <p>
            <Term word={report.isCertified ? '1-minimal' : 'certified'}>
              {meta.reduction.minimality === 'none'
                ? 'Not certified'
                : meta.reduction.minimality}
            </Term>
            {meta.reduction.sentence && ': ' + meta.reduction.sentence}
            {meta.reduction.garbage_sensitive &&
              '. The result depends on what lies in uninitialised memory.'}
          </p>
        </>
      )}
    </header>
  );
}

function Repeat() {
  const { command } = useApp().report.meta.case;
  if (!command) return null;
  return (
    <>
      <h2>To repeat it</h2>
      <CommandBox command={command} />
    </>
  );
}

function Facts() {
  const { report } = useApp();
  const { meta, keptEvents, isCertified } = report;
  const { case: recorded, run } = meta;
  const rows: [ComponentChildren, ComponentChildren][] = [];
  if (recorded.predicates?.length)
    rows.push([
      <Term word="predicate" />,
      <code>{recorded.predicates.join(' ')}</code>,
    ]);
  if (run.ending) rows.push(['the run ended with', run.ending]);
  if (recorded.flow)
    rows.push([<Term word="flow" />, <>{recorded.flow} flow</>]);
  if (meta.reduction?.granularity)
    rows.push([<Term word="granularity" />, meta.reduction.granularity]);
  for (const { name } of meta.sets ?? [])
    if (name in setNames && (name !== 'kept' || keptEvents.length > 0)) {
      const { count, cleanups } = report.setCount(name);
      rows.push([
        name === 'kept' && !isCertified ? 'kept' : setNames[name],
        count.toLocaleString('en') +
          (cleanups > 0 ? `, ${cleanupWords(cleanups)} with them` : ''),
      ]);
    }
  if (meta.tests && meta.tests.count > 0)
    rows.push([
      <Term word="test">tests</Term>,
      <a href="#tests">{meta.tests.count.toLocaleString('en')}</a>,
    ]);
  return (
    <>
      <h2>The run</h2>
      <dl class="facts">
        {rows.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const setNames: Record<string, ComponentChildren> = {
  kept: 'critical',
  full: <Term word="slice">full slice</Term>,
  data: 'data slice',
  guarded: 'critical in guarded flow',
};

/** The questions that people come with, each with a link to its answer. */
function Questions() {
  const { report } = useApp();
  const { ranked } = report.experiments;
  const kept = report.keptEvents;
  const at = (view: View, event: number) =>
    formatAddress({ ...emptyAddress(view), event });
  const first = kept[0];
  const last = outputEvents(report)[0];
  return (
    <div class="questions">
      <h2>Questions</h2>
      <ul>
        {last !== undefined && (
          <li>
            <a href={at(kept.length > 0 ? 'causes' : 'source', last)}>
              {report.meta.crash
                ? 'Why did it crash?'
                : 'Why is the output so?'}
            </a>
            <span>
              from {report.name(last)} back to what made it, step by step
            </span>
          </li>
        )}
        {ranked.length > 0 && (
          <li>
            <a href="#locate">Which line is wrong?</a>
            <span>
              read first:{' '}
              <LineLink
                file={ranked[0].file}
                line={ranked[0].line}
                view="locate"
              />{' '}
              <code>{ranked[0].text}</code>
            </span>
          </li>
        )}
        {kept.length > 0 && (
          <li>
            <a href={at('source', first)}>Why is a statement needed?</a>
            <span>
              select a line, then an instance: the test that left it out
            </span>
          </li>
        )}
        <li>
          <a
            href={
              kept.length > 1
                ? formatAddress({
                    ...emptyAddress('causes'),
                    from: first,
                    event: last,
                  })
                : '#time'
            }
          >
            What happened between two events?
          </a>
          <span>the chain of causes from one to the other</span>
        </li>
        {report.hasTests && (
          <li>
            <a href="#tests">How was this found?</a>
            <span>the search, test by test</span>
          </li>
        )}
      </ul>
    </div>
  );
}
