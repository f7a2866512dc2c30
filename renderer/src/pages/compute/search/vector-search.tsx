import { search } from '@touchstone/core/api/crypto/search.ts';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { Cell, Row, Table, type TableColumn } from '../../../ui/table.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/search.ts';
import { SeenOfVector } from './seen.tsx';

const { vectorQuery: texts, results } = words;
const MOST_RESULTS = 50;
const FLOAT_BYTES = 4;

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
  const work = useWork(async (embedding_b64: string, signal) => {
    const query = { index_id: index, embedding_b64, top_k: MOST_RESULTS };
    return { asked: embedding_b64, answer: await client.crypto.search.query({ query }, { signal }) };
  });
  const draft = useDraft(useState({ embedding_b64: '' }), work.state);
  const send = async () => {
    const embedding = readVector(draft.values.embedding_b64, dimensions);
    if (draft.check({ embedding_b64: embedding === null ? texts.trouble(dimensions) : '' }) && embedding !== null) {
      await work.start(embedding);
    }
  };
  const { result } = work;
  return (
    <>
      <Section title={texts.title}>
        <form noValidate onSubmit={draft.submit(send)} className="screen-only space-y-3">
          <TextField
            label={texts.vector}
            {...draft.field('embedding_b64')}
            rows={4}
            isMono
            description={texts.hint(dimensions)}
          />
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
          <Section title={results.title}>
            <Table caption={results.caption} columns={COLUMNS}>
              {result.answer.results.map(({ doc_id: name, similarity }) => (
                <Row key={name}>
                  <Cell isHeader>
                    <FileText text={name} limit={200} />
                  </Cell>
                  <Cell align="end">{similarity.toFixed(5)}</Cell>
                </Row>
              ))}
            </Table>
          </Section>
          <SeenOfVector vector={result.asked} isExposed={result.answer.plaintext_exposed} />
        </div>
      )}
    </>
  );
}

/** The vector as the API takes it; null where the text is none of so many values. */
function readVector(typed: string, dimensions: number): string | null {
  const parts = typed.split(/[\s,;[\]]+/).filter((part) => part !== '');
  const [only = ''] = parts;
  const encoded = parts.length === 1 ? fromBase64(only) : null;
  if (encoded !== null) return encoded.length === FLOAT_BYTES * dimensions ? only : null;
  const values = parts.map(Number);
  const isVector = values.length === dimensions && values.every(Number.isFinite) && values.some((value) => value !== 0);
  if (!isVector) return null;
  const bytes = new Uint8Array(FLOAT_BYTES * dimensions);
  const view = new DataView(bytes.buffer);
  for (const [at, value] of values.entries()) view.setFloat32(FLOAT_BYTES * at, value, true);
  return toBase64(bytes);
}
