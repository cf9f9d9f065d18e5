// Tells the story that `explain` has found: the smallest run that fails, what
// is suspected, the way from there to the output, and what remains open.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { emptyAddress, formatAddress } from '../data/Address';
import type { Evidence, RankedLine } from '../data/Experiments';
import type {
  Origin,
  Remedy,
  Story,
  StoryInput,
  StoryStep,
} from '../data/Story';
import { useApp } from './Context';
import { LineDiff } from './LineDiff';
import { EventLink, LineLink } from './Links';
import { PlaceProse, Prose } from './Prose';
import { Term } from './Term';

export function StoryPart({ story }: { story: Story }) {
  const { report } = useApp();
  const isCrash = report.meta.crash && !story.wrong;
  const end = isCrash ? 'crash' : 'wrong output';
  const count = report.eventCount.toLocaleString('en');
  const before = story.run.originalEvents.toLocaleString('en');
  return (
    <article class="story" aria-label="how it came about">
      <header>
        <h1>
          <Question story={story} />
        </h1>
        <p class="muted">
          What <code>pinstripe explain</code> found about a run of {count}{' '}
          executed statement <Term word="instance">instances</Term>
          {story.run.isSmaller && ` in place of ${before}`}
          {story.isInterrupted && '; it was interrupted, so parts are missing'}
        </p>
      </header>
      <ol class="story-parts">
        <Part
          title={
            story.run.isSmaller
              ? 'The smallest run found that fails so'
              : 'The run'
          }
        >
          <RunText story={story} />
        </Part>
        {story.suspect && (
          <Part title="What is suspected most">
            <Suspect story={story} suspect={story.suspect} />
          </Part>
        )}
        {(story.steps.length > 0 || story.sizes) && (
          <Part
            title={
              story.origins.length > 0
                ? `The way to the ${end}`
                : story.suspect
                  ? `From there to the ${end}`
                  : `What the ${end} needs`
            }
          >
            <Steps story={story} />
          </Part>
        )}
        {story.remedies.length > 0 && (
          <Part title="What would have to be otherwise">
            <ul class="remedies">
              {story.remedies.map((remedy, index) => (
                <RemedyItem key={index} remedy={remedy} />
              ))}
            </ul>
          </Part>
        )}
        {story.open.length > 0 && (
          <Part title="What remains open">
            <ul class="open">
              {story.open.map((sentence) => (
                <li key={sentence}>
                  <PlaceProse text={sentence} />
                </li>
              ))}
            </ul>
          </Part>
        )}
      </ol>
    </article>
  );
}

function Part(props: { title: string; children: ComponentChildren }) {
  return (
    <li>
      <h2>{props.title}</h2>
      <div>{props.children}</div>
    </li>
  );
}

/** The question that the story answers, such as why a line is wrong. */
function Question({ story: { wrong } }: { story: Story }) {
  const { crash } = useApp().report.meta;
  if (!wrong)
    return crash ? (
      <>
        Why it crashes: <q>{crash.text}</q>
      </>
    ) : (
      <>How the failure came about</>
    );
  const { line, printed, expected, missing } = wrong;
  if (printed === null && expected === null)
    return <>Why the end of the last line of the output is wrong</>;
  if (printed === null)
    return (
      <>
        Why the output ends before line {line}, which should be{' '}
        <q>{expected}</q>
      </>
    );
  if (expected === null)
    return (
      <>
        Why the output has <q>{printed}</q> in line {line}, which was not
        expected
      </>
    );
  if (missing)
    return (
      <>
        Why the output has no <q>{expected}</q> before <q>{printed}</q> in line{' '}
        {line}
      </>
    );
  return (
    <>
      Why line {line} of the output is <q>{printed}</q>, not <q>{expected}</q>
    </>
  );
}

function RunText({ story: { run } }: { story: Story }) {
  const { keptArguments: kept, originalArguments: all } = run;
  return (
    <>
      <pre class="statement" tabIndex={0}>
        {run.command}
      </pre>
      {run.isSmaller && (
        <p class="muted">
          it was <code>{run.originalCommand}</code>
        </p>
      )}
      {kept !== null && (
        <p>
          {kept} of {counted(all, 'argument')}
          {kept < all ? ' needed' : ''}
        </p>
      )}
      {run.inputs.map((input) => (
        <InputText key={input.path} input={input} isUsed={run.isSmaller} />
      ))}
      {run.notes.map((note) => (
        <p key={note} class="muted">
          <Prose text={note} />
        </p>
      ))}
    </>
  );
}

/** Longer inputs are shown in part. */
const mostLines = 12;

/** `isUsed` is false if the story is about the run as it was given. */
function InputText(props: { input: StoryInput; isUsed: boolean }) {
  const { input, isUsed } = props;
  const name = input.path ?? 'standard input';
  const lines = (input.text ?? '').replace(/\n$/, '').split('\n');
  const shown = lines.slice(0, mostLines).join('\n');
  const rest = input.bytes - new TextEncoder().encode(shown).length;
  return (
    <>
      <p>
        {input.bytes.toLocaleString('en')} of{' '}
        {counted(input.originalBytes, 'byte')} of {name}
        {!isUsed && input.file && `, in ${input.file}, fail as well`}
        {input.bytes > 0 && input.text !== null && ':'}
        {input.bytes > 0 && input.text === null && ', which is no text'}
      </p>
      {input.bytes > 0 && input.text !== null && (
        <pre class="output" tabIndex={0}>
          {shown}
        </pre>
      )}
      {input.text !== null && rest > 1 && (
        <p class="muted">and {counted(rest, 'byte')} more</p>
      )}
    </>
  );
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

function Suspect({ story, suspect }: { story: Story; suspect: RankedLine }) {
  const { report } = useApp();
  return (
    <>
      <p class="place-line">
        <LineLink file={suspect.file} line={suspect.line} />{' '}
        <span class="muted">{suspect.function}</span>
      </p>
      <pre class="statement">{useSourceLine(suspect)}</pre>
      <ul class="experiments">
        {suspect.evidence.map((evidence, index) => (
          <EvidenceItem key={index} evidence={evidence} />
        ))}
        {story.passingRuns > 0 && (
          <li class="muted">
            executed by {suspect.passingRuns} of{' '}
            {counted(story.passingRuns, 'passing run')}
          </li>
        )}
        {story.inOriginal && (
          <li>
            in the run as it was given: <Prose text={story.inOriginal} />
          </li>
        )}
      </ul>
      {story.next.length > 0 && (
        <div class="next">
          <p class="muted">
            Read next
            {report.experiments.ranked.length > 0 && (
              <>
                {' '}
                (<a href="#locate">all with their evidence</a>)
              </>
            )}
          </p>
          <ul>
            {story.next.map((line) => (
              <NextPlace key={line.rank} line={line} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function NextPlace({ line }: { line: RankedLine }) {
  return (
    <li>
      <LineLink file={line.file} line={line.line} />{' '}
      <span class="muted">{line.function}</span>{' '}
      <code>{useSourceLine(line)}</code>
    </li>
  );
}

/** The line as it is in the source, or else its statement. */
function useSourceLine(place: RankedLine): string {
  const { report } = useApp();
  const lines = report.meta.files[place.file]?.text?.split('\n');
  return lines?.[place.line - 1]?.trim() ?? place.text;
}

/** What a written change did: "the expected output comes out (1 of 78 mutants)". */
function EffectText(props: { effect: string; counts: string }) {
  return (
    <>
      {props.effect}
      {props.counts && <span class="muted"> ({props.counts} mutants)</span>}
    </>
  );
}

/** A sentence about a changed run, with a link from "#2" to the event. */
function ChangeProse(props: { text: string; event: number | null }) {
  const { text, event } = props;
  const instance = /#\d+/.exec(text);
  if (event === null || !instance) return <Prose text={text} />;
  const end = instance.index + instance[0].length;
  return (
    <>
      <Prose text={text.slice(0, instance.index)} />
      <a href={formatAddress({ ...emptyAddress('source'), event })}>
        {instance[0]}
      </a>
      <Prose text={text.slice(end)} />
    </>
  );
}

function EvidenceItem({ evidence }: { evidence: Evidence }) {
  const { report } = useApp();
  const { event, good, change } = evidence;
  const isWeak = evidence.kind === 'slice';
  const isKnown = event !== null && event < report.eventCount;
  return (
    <li class={good ? 'good' : isWeak ? 'muted' : ''}>
      {good && '✓ '}
      {change ? (
        <>
          written otherwise: <EffectText {...evidence} />
          <LineDiff change={change} />
        </>
      ) : (
        <ChangeProse text={evidence.text} event={isKnown ? event : null} />
      )}
    </li>
  );
}

function RemedyItem({ remedy }: { remedy: Remedy }) {
  const { change } = remedy;
  return (
    <li>
      <p>
        {remedy.good && '✓ '}
        <LineLink file={remedy.file} line={change?.line || remedy.line} />{' '}
        {change ? (
          <EffectText {...remedy} />
        ) : (
          <ChangeProse text={remedy.text} event={remedy.event} />
        )}
      </p>
      {change && <LineDiff change={change} />}
    </li>
  );
}

/** A longer chain is shown without its middle, until the user asks for it. */
const mostFirst = 8;
const mostLast = 3;

function Steps({ story }: { story: Story }) {
  const { report } = useApp();
  const { steps } = story;
  const [isWhole, setWhole] = useState(steps.length <= mostFirst + mostLast);
  const first = steps[0];
  const last = steps[steps.length - 1];
  const hidden = steps.length - mostFirst - mostLast;
  const wrong = story.wrong?.printed;
  return (
    <>
      <ol class="events steps-list">
        {story.origins.map((origin, index) => (
          <OriginItem
            key={origin.event}
            origin={origin}
            next={story.origins[index + 1]}
            isRow={story.origins[0].neededBy === origin.neededBy && index > 0}
          />
        ))}
        {steps.map((step, index) => {
          const isHidden =
            !isWhole && index >= mostFirst && index < steps.length - mostLast;
          if (isHidden && index > mostFirst) return null;
          return (
            <li key={step.event}>
              {index > 0 && <Lead step={steps[index - 1]} />}
              {isHidden ? (
                <button type="button" onClick={() => setWhole(true)}>
                  {counted(hidden, 'more step')}
                </button>
              ) : (
                <StepLink step={step} />
              )}
            </li>
          );
        })}
        {steps.length > 0 && wrong && (
          <li>
            <span class="edge">↓ printed</span>
            <pre class="output printed-line">{wrong}</pre>
          </li>
        )}
        {steps.length > 0 && !story.wrong && report.meta.crash && (
          <li>
            <span class="edge">↓ crashed</span>
            <pre class="output printed-line">{report.meta.crash.text}</pre>
          </li>
        )}
      </ol>
      {steps.length > 1 && report.keptEvents.length > 0 && (
        <p>
          <a
            href={formatAddress({
              ...emptyAddress('causes'),
              from: first.event,
              event: last.event,
            })}
          >
            The same in the graph of causes
          </a>
        </p>
      )}
      {story.sizes && <p class="muted">{story.sizes}</p>}
    </>
  );
}

/**
 * An event whose value the only step has used. In a row of several, only the
 * last one is followed by the words that lead on from all of them.
 */
function OriginItem(props: {
  origin: Origin;
  next: Origin | undefined;
  isRow: boolean;
}) {
  const { origin, next, isRow } = props;
  return (
    <li>
      <StepLink step={origin} />
      {next?.neededBy === origin.neededBy ? null : isRow ? (
        <span class="edge data">↓ made values for</span>
      ) : (
        <Lead step={origin} />
      )}
    </li>
  );
}

function Lead({ step }: { step: StoryStep }) {
  return <span class={'edge ' + step.kind}>↓ {step.leads}</span>;
}

function StepLink({ step }: { step: StoryStep }) {
  const { report } = useApp();
  const known = report.values(step.event)?.text;
  return (
    <EventLink
      event={step.event}
      view="source"
      withFunction
      // If the page knows the event's values, the link itself shows them.
      note={!known && step.values && <span class="value">{step.values}</span>}
    />
  );
}
