// Shows the search in an input, a command line or the like: the original, and
// what is left of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

import { useMemo } from 'preact/hooks';
import {
  partsOf,
  stretchesOf,
  type Search,
  type SearchContent,
  type SearchText,
} from '../data/Search';
import { CommandBox } from '../ui/CommandBox';
import { ThemeButton } from '../ui/ThemeButton';

export function SearchView({ search }: { search: Search }) {
  return (
    <div class="page">
      <header class="bar-top">
        <span class="program">{search.program.split('/').pop()}</span>
        <span class="tools">
          <ThemeButton />
        </span>
      </header>
      <main class="view" id="view">
        <div class="answer search">
          <Headline search={search} />
          {search.texts.map((text) => (
            <ShownText key={text.name} verb={search.verb} text={text} />
          ))}
          <Stages search={search} />
          <h2>In words</h2>
          <pre class="output" tabIndex={0}>
            {search.report}
          </pre>
          {search.command && (
            <>
              <h2>To repeat it</h2>
              <CommandBox command={search.command} />
            </>
          )}
          <p class="muted foot">
            Pinstripe {search.pinstripe.version}, <code>{search.verb}</code>
          </p>
        </div>
      </main>
    </div>
  );
}

type Claims = Record<Search['form'], string>;
const claims: Record<string, Partial<Claims>> = {
  call: {
    minimise: 'of the arguments are enough for the failure',
    maximise: 'of the arguments pass',
    isolate: 'of the arguments fail',
  },
  changes: { isolate: 'decide whether it fails' },
};
const usualClaims: Claims = {
  minimise: 'are enough for the failure',
  maximise: 'pass',
  isolate: 'fail, where a little less or other passes',
};

function Headline({ search }: { search: Search }) {
  const { share } = search;
  if (!share) return <h1>{search.report.split('\n')[0]}</h1>;
  const claim = claims[search.verb]?.[search.form] ?? usualClaims[search.form];
  const width = (100 * share.left) / Math.max(1, share.of);
  return (
    <header>
      <h1>
        <b class="critical">{share.left.toLocaleString('en')}</b> of{' '}
        {share.of.toLocaleString('en')} {share.unit} {claim}
      </h1>
      <p class="bar" aria-hidden="true">
        <span style={{ width: `max(2px, ${width}%)` }} />
      </p>
    </header>
  );
}

function ShownText(props: { verb: string; text: SearchText }) {
  const { name, given, failing, passing } = props.text;
  return (
    <section>
      <h2>{name}</h2>
      {failing && <Content title="with this it fails" content={failing} />}
      {passing && <Content title="with this it passes" content={passing} />}
      {given && (
        <details open={given.bytes <= 4000}>
          <summary>
            what was given <span class="muted">{bytes(given.bytes)}</span>
          </summary>
          <Given verb={props.verb} given={given} left={failing ?? passing} />
        </details>
      )}
    </section>
  );
}

const bytes = (count: number) =>
  count.toLocaleString('en') + (count === 1 ? ' byte' : ' bytes');

function Content(props: { title: string; content: SearchContent }) {
  const { title, content } = props;
  return (
    <>
      <h3>
        {title} <span class="muted">{bytes(content.bytes)}</span>
      </h3>
      {content.text === null ? (
        <TooLong />
      ) : (
        <pre class="output" tabIndex={0}>
          {content.text === '' ? (
            <span class="muted">(empty)</span>
          ) : (
            content.text
          )}
        </pre>
      )}
    </>
  );
}

function TooLong() {
  return <p class="muted">This text is too long for the page.</p>;
}

function Given(props: {
  verb: string;
  given: SearchContent;
  left: SearchContent | null;
}) {
  const { verb } = props;
  const given = props.given.text;
  const left = props.left?.text;
  const stretches = useMemo(
    () =>
      given === null || left == null
        ? null
        : stretchesOf(partsOf(verb, given), partsOf(verb, left)),
    [verb, given, left],
  );
  if (given === null) return <TooLong />;
  return (
    <>
      <pre class="output given" tabIndex={0}>
        {stretches
          ? stretches.map(({ text, isLeft }, index) =>
              isLeft ? (
                <mark key={index}>{text}</mark>
              ) : (
                <span key={index}>{text}</span>
              ),
            )
          : given}
      </pre>
      {stretches && (
        <p class="muted">
          <mark>Marked</mark> is what is left.
        </p>
      )}
    </>
  );
}

function Stages({ search }: { search: Search }) {
  const { stages, form } = search;
  if (stages.length === 0) return null;
  return (
    <section>
      <h2>How the search went</h2>
      <div class="table-place">
        <table class="counts">
          <thead>
            <tr>
              <th>by</th>
              <th>before</th>
              <th>{form === 'maximise' ? 'left out' : 'left'}</th>
              <th>tests</th>
            </tr>
          </thead>
          <tbody>
            {stages.map((stage, index) => (
              <tr key={index}>
                <td>{stage.elements}</td>
                <td>{stage.before.toLocaleString('en')}</td>
                <td>{stage.after.toLocaleString('en')}</td>
                <td>{stage.tests.toLocaleString('en')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
