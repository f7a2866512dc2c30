import { EMPTY_TRUST_STORE, type TrustStore } from '@touchstone/core/keys/trust.ts';
import { mergeTrustStores } from '@touchstone/core/keys/trust-changes.ts';
import { useEffect, useState } from 'react';
import type { Collected } from '../../../parts/verification/collect.ts';
import { type Example, loadExamples } from '../../../parts/verification/examples.ts';

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
          What happens
        </h2>
        <Point title="Offline">
          The file is read and judged in this window. Nothing leaves this computer, and no account is needed.
        </Point>
        <Point title="One outcome, with its reasons">
          Format, hashes, three signature families, trust, validity and policy are checked, each with what was expected
          and what was found.
        </Point>
        <Point title="Nothing is believed">
          The outcome is computed. What the file says about itself is shown as its claim. You decide whose keys you
          trust.
        </Point>
      </section>
      {Array.isArray(examples) && examples.length > 0 && (
        <section aria-labelledby="examples">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 id="examples" className="text-16 font-semibold">
              Examples
            </h2>
            <button
              type="button"
              className="cursor-pointer text-14 text-accent underline underline-offset-2"
              onClick={() => openAs(examples)}
            >
              Verify all examples at once
            </button>
          </div>
          <ul className="grid gap-px overflow-hidden rounded border border-line bg-line md:grid-cols-2">
            {examples.map((example) => (
              <li key={example.file} className="bg-surface">
                <button
                  type="button"
                  data-example={example.file}
                  onClick={() => openAs([example])}
                  className="flex h-full w-full cursor-pointer flex-col px-3 py-2 text-start hover:bg-sunken focus-visible:outline-offset-[-2px]"
                >
                  <span className="font-semibold">{example.title}</span>
                  <span className="text-13 text-muted">{example.description}</span>
                </button>
              </li>
            ))}
            {examples.length % 2 === 1 && <li aria-hidden="true" className="hidden bg-surface md:block" />}
          </ul>
        </section>
      )}
      {examples === 'failed' && (
        <p className="text-14 text-muted">
          The examples could not be loaded. Your own files can be verified all the same.
        </p>
      )}
    </>
  );
}

function collected(files: readonly Example[]): Collected {
  return {
    files: files.map(({ file, text }) => ({ name: file, file: new File([text], file, { type: 'application/json' }) })),
    leftOut: 0,
  };
}

function Point({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="font-semibold">{title}</h3>
      <p className="mt-0.5 text-muted">{children}</p>
    </div>
  );
}
