import { search } from '@touchstone/core/api/crypto/search.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatCount } from '../../../lib/format.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { VectorField } from '../../../parts/vector/vector-field.tsx';
import { readVector, sampleVector } from '../../../parts/vector/vector-text.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Select } from '../../../ui/select.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../ui/table.tsx';
import { words } from '../../../words/compute/search.ts';
import { words as vectorWords } from '../../../words/parts/vector.ts';
import { SeenOfVector } from './seen.tsx';

const { vectorQuery: texts, results } = words;
const MOST_RESULTS = ['5', '10', '50', '1000'] as const;
type MostResults = (typeof MOST_RESULTS)[number];
const MOST_OPTIONS = MOST_RESULTS.map((value) => ({ value, label: formatCount(Number(value)) }));
const EMPTY = { embedding_b64: '', top_k: '10' as MostResults } satisfies DraftOf<typeof search.query>;
/** How much the example differs from that of added vectors. */
const SAMPLE_SHARE = 0.2;

const COLUMNS: readonly TableColumn[] = [
  { id: 'document', title: results.document },
  { id: 'similarity', title: texts.similarity, align: 'end' },
];

export interface VectorSearchProps {
  readonly index: string;
  readonly dimensions: number;
}

/** The search of an index of vectors. */
export function VectorSearch({ index, dimensions }: VectorSearchProps) {
  const work = useWork((asked: { readonly embedding_b64: string; readonly top_k: number }, signal) =>
    client.crypto.search.query({ query: { index_id: index, ...asked } }, { signal }),
  );
  const draft = useDraft(useState(EMPTY), work.state);
  const send = async () => {
    const embedding = readVector(draft.values.embedding_b64, dimensions);
    const found = { embedding_b64: embedding === null ? vectorWords.troubleOf(dimensions) : '' };
    if (!draft.check(found) || embedding === null) return;
    await work.start({ embedding_b64: embedding, top_k: Number(draft.values.top_k) });
  };
  const { result } = work;
  return (
    <>
      <Section title={texts.title}>
        <form noValidate onSubmit={draft.submit(send)} className="screen-only space-y-3">
          <VectorField
            label={texts.vector}
            {...draft.field('embedding_b64')}
            sample={() => sampleVector(SAMPLE_SHARE, dimensions)}
            dimensions={dimensions}
          />
          <div className="max-w-40">
            <Select label={texts.most} options={MOST_OPTIONS} {...draft.field('top_k')} />
          </div>
          <Button
            variant="primary"
            type="submit"
            icon={<Search aria-hidden size={15} />}
            aria-disabled={work.state.status === 'busy'}
          >
            {words.query.verb}
          </Button>
        </form>
        <div className="mt-3 empty:hidden">
          <WorkStatus
            state={work.state}
            busyLabel={words.query.busy}
            failedTitle={words.query.failed}
            onCancel={work.cancel}
            units={search.query.units}
          />
        </div>
      </Section>
      {result !== null && (
        <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-[2fr_1fr]">
          <Section title={results.title} lead={texts.lead}>
            {result.results.length === 0 ? (
              <p className="text-muted">{texts.none}</p>
            ) : (
              <Table caption={results.caption} columns={COLUMNS}>
                {result.results.map(({ doc_id: name, similarity }) => (
                  <Row key={name}>
                    <Cell isHeader>
                      <FileText text={name} limit={200} />
                    </Cell>
                    <Cell align="end">{similarity.toFixed(5)}</Cell>
                  </Row>
                ))}
              </Table>
            )}
          </Section>
          <SeenOfVector dimensions={dimensions} isExposed={result.plaintext_exposed} />
        </div>
      )}
    </>
  );
}
