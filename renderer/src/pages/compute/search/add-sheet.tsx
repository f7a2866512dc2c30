import { search } from '@touchstone/core/api/crypto/search.ts';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { dimensionsOf, sampleVector } from '../../../parts/vector/vector-text.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Select } from '../../../ui/select.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/search.ts';
import { type IndexItem, refreshIndexes } from './queries.ts';
import { INDEX_TYPES, type IndexType } from './search.ts';
import { readDocuments, readVectors, serverView, type TypedDocument, type TypedDocuments } from './typed-documents.ts';

const EMPTY = { index_id: '', index_type: 'keyword' as IndexType, documents: '' } satisfies DraftOf<
  typeof search.index
>;
type Values = typeof EMPTY;
const { add: texts } = words;
const TYPE_OPTIONS = INDEX_TYPES.map((value) => ({ value, label: words.types[value] }));

export interface AddSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'add' | 'sample' | null;
  /** The index that is open. */
  readonly index: IndexItem | undefined;
  readonly onClose: () => void;
  readonly onAdded: (index: string) => void;
}

interface Body {
  readonly index_id: string;
  readonly index_type: IndexType;
  readonly documents: readonly TypedDocument[];
}

/** Adds documents to an index, and shows beside them what the server will see and store. */
export function AddSheet({ act, index, onClose, onAdded }: AddSheetProps) {
  const announce = useAnnounce();
  const work = useWork(({ index_id, index_type, documents }: Body, signal) =>
    client.crypto.search.index(
      {
        body: {
          index_id,
          index_type,
          documents: documents.map(({ doc_id, fields }) => ({ doc_id, fields: { ...fields } })),
        },
      },
      { signal },
    ),
  );
  const draft = useDraft(useState<Values>(EMPTY), work.state);
  const { values } = draft;
  const isVectors = values.index_type === 'ckks_similarity';
  const dimensions = index?.index_id === values.index_id.trim() ? index.dimensions : null;
  useOnLock(() => act === null && draft.change({ documents: '' }));
  // The list of indexes may come after the address that opens this sheet.
  const openName = index?.index_id;
  const begin = useEffectEvent((name: string | undefined) => {
    if (act === 'sample') draft.fill({ ...EMPTY, index_id: texts.sample.index, documents: texts.sample.documents });
    else if (act === 'add' && name !== undefined) {
      const index_type = index?.index_type ?? values.index_type;
      draft.change({ index_id: name, index_type, ...(index_type === values.index_type ? {} : { documents: '' }) });
    }
  });
  useEffect(() => {
    if (act !== null) begin(openName);
  }, [act, openName]);
  const send = async () => {
    const read = readTyped(values, dimensions);
    const badLine = isVectors ? texts.badVector : texts.badLine;
    const found = {
      index_id: lineTrouble(values.index_id, texts.indexWhat, search.index.body.properties.index_id),
      documents: !read.ok ? badLine(read.line) : read.documents.length === 0 ? texts.noDocuments : '',
    };
    if (!draft.check(found) || !read.ok) return;
    const { index_type } = values;
    const answer = await work.start({ index_id: values.index_id.trim(), index_type, documents: read.documents });
    if (answer === null) return;
    draft.fill(EMPTY);
    announce(texts.done(answer.documents_indexed, answer.index_id));
    void refreshIndexes();
    onAdded(answer.index_id);
  };
  return (
    <FormSheet
      texts={texts}
      note={texts.cost(unitsText(search.index.units))}
      isOpen={act !== null}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      work={work}
      units={search.index.units}
    >
      <TextField label={texts.index} {...draft.field('index_id')} description={texts.indexHint} isRequired />
      {index === undefined && <Select label={texts.type} options={TYPE_OPTIONS} {...draft.field('index_type')} />}
      <TextField
        label={texts.documents}
        {...draft.field('documents')}
        rows={8}
        description={isVectors ? texts.vectorsHint : texts.documentsHint}
        isRequired
      />
      {isVectors && (
        <Button size="small" variant="quiet" onPress={() => draft.change({ documents: vectorLines(dimensions) })}>
          {texts.vectorSample}
        </Button>
      )}
      <Preview values={values} dimensions={dimensions} />
    </FormSheet>
  );
}

function readTyped({ index_type, documents }: Values, dimensions: number | null): TypedDocuments {
  return index_type === 'keyword' ? readDocuments(documents) : readVectors(documents, dimensions);
}

/** Three made-up vectors, each a little further from the first. */
function vectorLines(dimensions: number | null): string {
  return [0, 0.5, 2].map((share, at) => `v-${at + 1}: ${sampleVector(share, dimensions ?? undefined)}`).join('\n');
}

/** Computed in this window from what is typed. */
function Preview({ values, dimensions }: { readonly values: Values; readonly dimensions: number | null }): ReactNode {
  const settled = useDeferredValue(values);
  const lines = useMemo(() => {
    const read = readTyped(settled, dimensions);
    return read.ok && read.documents.length > 0 ? linesOf(read.documents) : [];
  }, [settled, dimensions]);
  if (lines.length === 0) return null;
  return (
    <section className="rounded bg-sunken px-3 py-2 text-13">
      <h3 className="text-13 font-medium">{texts.preview}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-muted">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  );
}

function linesOf(documents: readonly TypedDocument[]): readonly string[] {
  const first = documents[0]?.fields;
  if (first !== undefined && 'embedding_b64' in first) {
    return [texts.readsVectors(documents.length, dimensionsOf(first.embedding_b64)), texts.storesVectors];
  }
  const view = serverView(documents);
  return [
    texts.reads(view.documents, view.words),
    texts.stores(view.pieces, formatSize(view.bytes)),
    texts.indexes(view.entries),
  ];
}
