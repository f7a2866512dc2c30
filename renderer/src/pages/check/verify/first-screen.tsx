import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { mergeTrustStores } from '@touchstone/core/keys/trust-changes.ts';
import { useEffect, useState } from 'react';
import type { Collected } from '../../../parts/verification/collect.ts';
import { type Example, loadExamples } from '../../../parts/verification/examples.ts';
import { words } from '../../../words/check/verify.ts';

const { first } = words;

/** What a new user sees under the drop zone: what happens, and examples to try it with. */
export function FirstScreen(props: {
  /** With the demo trust store that the examples lend to their own verification. */
  onOpen: (examples: Collected, lent: TrustStore) => void;
}) {
  const [examples, setExamples] = useState<readonly Example[] | 'failed' | null>(null);
  useEffect(() => {
    let isGone = false;
    loadExamples().then(
      (loaded) => !isGone && setExamples(loaded),
      () => !isGone && setExamples('failed'),
    );
    return () => {
      isGone = true;
    };
  }, []);
  const openAs = (chosen: readonly Example[]) =>
    props.onOpen(collected(chosen), chosen.map(({ trust }) => trust).reduce(mergeTrustStores, EMPTY_TRUST_STORE));
  return (
    <>
      <section aria-labelledby="what-happens" className="grid gap-x-8 gap-y-3 text-14 sm:grid-cols-3">
        <h2 id="what-happens" className="sr-only">
          {first.what}
        </h2>
        {[first.offline, first.outcome, first.believed].map(({ title, text }) => (
          <div key={title}>
            <h3 className="text-14">{title}</h3>
            <p className="mt-0.5 max-w-prose text-muted">{text}</p>
          </div>
        ))}
      </section>
      {Array.isArray(examples) && examples.length > 0 && (
        <section aria-labelledby="examples">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="examples" className="text-14">
              {first.examples}
            </h2>
            <button
              type="button"
              className="cursor-pointer text-14 text-accent underline underline-offset-2"
              onClick={() => openAs(examples)}
            >
              {first.all}
            </button>
          </div>
          <ul className="grid gap-x-8 border-t border-line md:grid-cols-2 min-[1700px]:grid-cols-3">
            {examples.map((example) => (
              <li key={example.file} className="border-b border-line">
                <button
                  type="button"
                  data-example={example.file}
                  onClick={() => openAs([example])}
                  className="flex h-full w-full cursor-pointer flex-col px-2 py-2.5 text-start hover:bg-sunken focus-visible:outline-offset-[-2px]"
                >
                  <span className="font-semibold">{example.title}</span>
                  <span className="text-13 text-muted">{example.description}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {examples === 'failed' && <p className="text-14 text-muted">{first.failed}</p>}
    </>
  );
}

function collected(files: readonly Example[]): Collected {
  return {
    files: files.map(({ file, text }) => ({ name: file, file: new File([text], file, { type: 'application/json' }) })),
    leftOut: 0,
  };
}
