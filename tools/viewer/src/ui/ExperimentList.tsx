// Shows what switch, omit, replace and mutate did at an event or a line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { Experiment } from '../data/Experiments';
import { Prose } from './Prose';

export function ExperimentList(props: {
  experiments: Experiment[];
  title: string;
}) {
  if (props.experiments.length === 0) return null;
  return (
    <section>
      <h3>{props.title}</h3>
      <ul class="experiments">
        {props.experiments.map((experiment, index) => (
          <li key={index} class={experiment.good ? 'good' : ''}>
            <b>{experiment.verb}</b> <Prose text={experiment.what} />:{' '}
            <span>
              {experiment.good && '✓ '}
              {experiment.effect}
            </span>
            {experiment.counts && (
              <span class="muted"> ({experiment.counts})</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
