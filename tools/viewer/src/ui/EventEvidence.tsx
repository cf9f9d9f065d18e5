// Shows what is known about one event: values, reason, causes, effects,
// experiments.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useState } from 'preact/hooks';
import { emptyAddress, formatAddress } from '../data/Address';
import type { Edge, EdgeKind } from '../data/Dependences';
import { reasonText } from '../data/Experiments';
import type { NamedValue, Reason } from '../data/Format';
import { markOfEvent, meaningOfMark } from '../data/Marks';
import { useApp } from './Context';
import { ExperimentList } from './ExperimentList';
import { EventLink, LineLink, MarkSign } from './Links';
import { Prose } from './Prose';
import { Term } from './Term';

export function EventEvidence({ event }: { event: number }) {
  const { report } = useApp();
  const unit = report.unit(event);
  const mark = markOfEvent(report, event);
  return (
    <>
      <h2>
        <MarkSign mark={mark} />{' '}
        <LineLink file={unit.file} line={unit.line}>
          {report.name(event)}
        </LineLink>{' '}
        <span class="muted">of {report.instanceCount(event)}</span>
      </h2>
      <pre class="statement">{unit.text}</pre>
      <p class="muted">
        <Term word="event" /> {event + 1} of {report.eventCount} ·{' '}
        {meaningOfMark(report, mark)}
        {unit.pinned && ` (${unit.pinned})`}
      </p>
      <Steps event={event} />
      <Values event={event} />
      <Why event={event} />
      <CallPath event={event} />
      <EdgeLists event={event} />
      <ExperimentList
        experiments={report.experiments.byEvent.get(event) ?? []}
        title="Experiments at it"
      />
      <Sets event={event} />
      <Chain event={event} />
    </>
  );
}

function Steps({ event }: { event: number }) {
  const { report, go } = useApp();
  const step = (to: number) => to >= 0 && go({ event: to, line: null }, true);
  const before = report.nextKept(event, -1);
  const after = report.nextKept(event, 1);
  return (
    <p class="steps">
      <button type="button" disabled={before < 0} onClick={() => step(before)}>
        ← previous kept <kbd>p</kbd>
      </button>
      <button type="button" disabled={after < 0} onClick={() => step(after)}>
        next kept → <kbd>n</kbd>
      </button>
    </p>
  );
}

function ValueRows(props: { title: string; values: NamedValue[] | undefined }) {
  if (!props.values?.length) return null;
  return (
    <tr>
      <th scope="row">{props.title}</th>
      <td>
        {props.values.map(({ name, value }) => (
          <code key={name}>
            {name} = <b>{value}</b>
          </code>
        ))}
      </td>
    </tr>
  );
}

function Values({ event }: { event: number }) {
  const values = useApp().report.values(event);
  if (!values) return null;
  const { text, read, written } = values;
  if (!text && !read?.length && !written?.length) return null;
  return (
    <section>
      <h3>Values in the recorded run</h3>
      {text && <pre class="values">{text}</pre>}
      <table class="pairs">
        <ValueRows title="read" values={read} />
        <ValueRows title="written" values={written} />
      </table>
    </section>
  );
}

function Why({ event }: { event: number }) {
  const { report } = useApp();
  const reason = report.meta.reasons?.[event];
  const compared = report.experiments.reasons.get(event);
  if (!reason && !compared) return null;
  const test = reason?.test;
  return (
    <section>
      <h3>{report.isKept(event) ? 'Why it is kept' : 'Why it is not kept'}</h3>
      {reason && (
        <p>
          Left out, with all other kept events executed:{' '}
          <b>
            <Prose text={withoutText(reason, Boolean(report.meta.crash))} />
          </b>{' '}
          <span class={'outcome ' + reason.outcome}>{reason.outcome}</span>
          {test !== undefined && (
            <>
              {' '}
              <a href={formatAddress({ ...emptyAddress('tests'), test })}>
                test {test + 1}
              </a>
            </>
          )}
        </p>
      )}
      {compared && <p>Between the sets: {reasonText(compared)}.</p>}
    </section>
  );
}

/** What became of the run, from the words of the reduction. */
function withoutText(reason: Reason, crashes: boolean): string {
  const { outcome, cause, text } = reason;
  if (cause === 'crash')
    return (
      'the run crashes' +
      (crashes ? ' otherwise' : '') +
      (text ? `: ${text}` : '')
    );
  if (cause === 'hang') return 'the run takes too long';
  if (outcome === 'PASS' && text) return 'the output has ' + text;
  return (
    text || (crashes ? 'it does not crash' : 'the output does not come out')
  );
}

function CallPath({ event }: { event: number }) {
  const { report } = useApp();
  const { invocations } = report;
  const path = invocations.path(report.invocationOf[event]);
  const shown =
    path.length > 12 ? [...path.slice(0, 4), ...path.slice(-8)] : path;
  return (
    <section>
      <h3>
        Call path <span class="muted">(keys u, d)</span>
      </h3>
      <p class="path">
        {shown.map((invocation, i) => {
          const call = invocations.parentEvent[invocation];
          const name = report.functionName(invocations.functionOf[invocation]);
          return (
            <span key={invocation}>
              {i > 0 && (i === 4 && path.length > 12 ? ' → … → ' : ' → ')}
              {call >= 0 ? <CallLink event={call} name={name} /> : name}
            </span>
          );
        })}
      </p>
    </section>
  );
}

function CallLink({ event, name }: { event: number; name: string }) {
  const { report, address } = useApp();
  const target = formatAddress({ ...emptyAddress(address.view), event });
  return (
    <a href={target} title={`called by ${report.name(event)}`}>
      {name}
    </a>
  );
}

interface MergedEdge {
  event: number;
  words: string[];
  kind: EdgeKind;
}

/** One entry an event, though it may be connected in more than one way. */
function merged(edges: Edge[], wordOf: (edge: Edge) => string): MergedEdge[] {
  const found = new Map<number, MergedEdge>();
  for (const edge of edges) {
    const word = wordOf(edge);
    const known = found.get(edge.event);
    if (!known)
      found.set(edge.event, {
        event: edge.event,
        words: [word],
        kind: edge.kind,
      });
    else if (!known.words.includes(word)) known.words.push(word);
  }
  return [...found.values()];
}

function EdgeList(props: { title: string; edges: MergedEdge[]; none: string }) {
  const [most, setMost] = useState(8);
  const { edges } = props;
  return (
    <section>
      <h3>
        {props.title}
        {edges.length > 0 && <span class="muted"> {edges.length}</span>}
      </h3>
      {edges.length === 0 && <p class="muted">{props.none}</p>}
      <ul class="events">
        {edges.slice(0, most).map(({ event, words, kind }) => (
          <li key={event}>
            <span class={'edge ' + kind}>{words.join(', ')}</span>
            <EventLink event={event} />
          </li>
        ))}
      </ul>
      {edges.length > most && (
        <button type="button" onClick={() => setMost(most * 4)}>
          {edges.length - most} more
        </button>
      )}
    </section>
  );
}

function EdgeLists({ event }: { event: number }) {
  const { report, dependences } = useApp();
  if (!dependences) return <p class="muted">Decoding the dependences …</p>;
  const missing = report.meta.dependences?.missing;
  const none = missing ? `Not known: ${missing}.` : 'Nothing that is known.';
  const { invocations, invocationOf } = report;
  // If a control edge leads to the event that made the call, the word is
  // "call".
  const word = (kind: EdgeKind, cause: number, effect: number) =>
    kind !== 'control'
      ? kind
      : invocations.parentEvent[invocationOf[effect]] === cause
        ? 'call'
        : 'decision';
  const causes = merged(dependences.causes(event), (edge) =>
    word(edge.kind, edge.event, event),
  );
  const effects = merged(dependences.effects(event), (edge) =>
    word(edge.kind, event, edge.event),
  );
  return (
    <>
      <EdgeList
        key={'c' + event}
        title="It depends on"
        edges={causes}
        none={none}
      />
      <EdgeList
        key={'e' + event}
        title="What depends on it"
        edges={effects}
        none={none}
      />
    </>
  );
}

const setWords: Record<string, string> = {
  kept: 'critical',
  full: 'full slice',
  data: 'data slice',
  guarded: 'critical, guarded flow',
};

function Sets({ event }: { event: number }) {
  const { report } = useApp();
  const names = Object.keys(setWords).filter((name) => report.sets.has(name));
  if (names.length < 2) return null;
  return (
    <section>
      <h3>In the sets</h3>
      <p class="sets">
        {names.map((name) => {
          const isIn = report.isIn(name, event);
          return (
            <span key={name} class={isIn ? 'in ' + name : 'out'}>
              {report.isCleanup(event, name) ? '+' : isIn ? '✓' : '–'}{' '}
              {name === 'kept' ? report.keptWord : setWords[name]}
            </span>
          );
        })}
      </p>
    </section>
  );
}

function Chain({ event }: { event: number }) {
  const { address, go } = useApp();
  const { from } = address;
  return (
    <section>
      <h3>What happened between two events</h3>
      <p class="steps">
        <button
          type="button"
          onClick={() => go({ view: 'causes', from: event, event })}
        >
          chain from here <kbd>[</kbd>
        </button>
        {from !== null && from !== event && (
          <button
            type="button"
            onClick={() => go({ view: 'causes', event, from })}
          >
            chain {from + 1} → {event + 1}
          </button>
        )}
      </p>
    </section>
  );
}
