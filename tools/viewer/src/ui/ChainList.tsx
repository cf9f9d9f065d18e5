// The chain of dependences from one event to another, step by step.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Edge, EdgeKind } from '../data/Dependences';
import { lowerBound } from '../data/EventSet';
import { formatAddress } from '../data/Address';
import { useApp } from './Context';
import { EventLink } from './Links';

const whyWords: Record<EdgeKind, string> = {
  data: 'uses its value',
  address: 'uses its value as an address',
  control: 'is decided by it, or called from it',
};

export function ChainList(props: {
  chain: (Edge & { why: EdgeKind | null })[] | null;
}) {
  const { report, address, go } = useApp();
  const [from, to] = [address.from!, address.event!].sort((a, b) => a - b);
  const { chain } = props;
  const kept = report.countedEvents;
  const between = lowerBound(kept, to) - lowerBound(kept, from + 1);
  return (
    <section class="chain" aria-label="chain" tabIndex={0}>
      <h2>
        From event {from + 1} to event {to + 1}
      </h2>
      <p class="muted">
        {to - from - 1 < 0 ? 0 : to - from - 1} events lie between them,{' '}
        {Math.max(0, between)} of them {report.keptWord}.{' '}
        <a href={formatAddress({ ...address, view: 'time' })}>
          See them in time
        </a>
        .
      </p>
      {from === to ? (
        <p>
          Select another event: the chain from this one to it is shown here.
        </p>
      ) : chain ? (
        <ol class="events">
          {chain.map((step) => (
            <li key={step.event}>
              {step.why && (
                <span class={'edge ' + step.why}>↓ {whyWords[step.why]}</span>
              )}
              <EventLink event={step.event} view="causes" withFunction />
            </li>
          ))}
        </ol>
      ) : (
        <p>Neither of the two depends on the other, as far as is known.</p>
      )}
      <p class="steps">
        <button type="button" onClick={() => go({ from: null })}>
          close the chain
        </button>
      </p>
    </section>
  );
}
