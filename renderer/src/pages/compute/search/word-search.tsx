import { search } from '@touchstone/core/api/crypto/search.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { Section } from '../../../ui/section.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/search.ts';
import { FoundDocuments } from './found-documents.tsx';
import type { AskedWords } from './queries.ts';
import { SeenOfWords } from './seen.tsx';
import { readTerms, wordless } from './typed-documents.ts';

const { query: texts } = words;
const MOST_RESULTS = 100;
const MOST_TERMS = 100;

/** The search box of an index of words, what it found, and what was seen of it. */
export function WordSearch({ index }: { readonly index: string }) {
  const work = useWork(async (asked: AskedWords, signal) => {
    const query = {
      type: 'boolean' as const,
      must: [...asked.must],
      should: [...asked.should],
      must_not: [...asked.must_not],
    };
    const body = { index_id: index, query, max_results: MOST_RESULTS };
    return { asked, answer: await client.crypto.search.encrypted({ body }, { signal }) };
  });
  const draft = useDraft(useState({ must: '', should: '', must_not: '' }), work.state);
  const send = async () => {
    const { values } = draft;
    const asked = {
      must: readTerms(values.must),
      should: readTerms(values.should),
      must_not: readTerms(values.must_not),
    };
    const isEmpty = asked.must.length + asked.should.length === 0;
    const found = {
      must: isEmpty ? texts.nothing : termTrouble(asked.must),
      should: termTrouble(asked.should),
      must_not: termTrouble(asked.must_not),
    };
    if (draft.check(found)) await work.start(asked);
  };
  const { result } = work;
  return (
    <>
      <Section title={texts.title}>
        <form noValidate onSubmit={draft.submit(send)} className="screen-only space-y-3">
          <div className="grid gap-4 min-[700px]:grid-cols-3">
            <TextField label={texts.must} {...draft.field('must')} description={texts.hint} />
            <TextField label={texts.should} {...draft.field('should')} />
            <TextField label={texts.mustNot} {...draft.field('must_not')} />
          </div>
          <Button
            variant="primary"
            type="submit"
            icon={<Search aria-hidden size={15} />}
            aria-disabled={work.state.status === 'busy'}
          >
            {texts.verb}
          </Button>
        </form>
        <div className="mt-3 empty:hidden">
          <WorkStatus
            state={work.state}
            busyLabel={texts.busy}
            failedTitle={texts.failed}
            onCancel={work.cancel}
            units={search.encrypted.units}
          />
        </div>
      </Section>
      {result !== null && (
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-[2fr_1fr]">
          <FoundDocuments index={index} answer={result.answer} />
          <SeenOfWords asked={result.asked} answer={result.answer} />
        </div>
      )}
    </>
  );
}

function termTrouble(terms: readonly string[]): string {
  if (terms.length > MOST_TERMS) return texts.tooMany;
  const term = wordless(terms);
  return term === null ? '' : texts.noWord(term);
}
