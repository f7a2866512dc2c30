import { search } from '@touchstone/core/api/crypto/search.ts';
import { type ReactNode, useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { formatSize } from '../../../lib/format.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { lineTrouble } from '../../../parts/form/line-trouble.ts';
import { type DraftOf, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/search.ts';
import { refreshIndexes } from './queries.ts';
import { readDocuments, serverView, type TypedDocument } from './typed-documents.ts';

const EMPTY = { index_id: '', documents: '' } satisfies DraftOf<typeof search.index>;
const { add: texts } = words;

export interface AddSheetProps {
  /** `sample`: filled with an example. Null while it is closed. */
  readonly act: 'add' | 'sample' | null;
  /** The index that is open. */
  readonly index: string | undefined;
  readonly onClose: () => void;
  readonly onAdded: (index: string) => void;
}

/** Adds documents to an index, and shows beside them what the server will see and store. */
export function AddSheet({ act, index, onClose, onAdded }: AddSheetProps) {
  const announce = useAnnounce();
  const work = useWork((body: { readonly index_id: string; readonly documents: readonly TypedDocument[] }, signal) => {
    const documents = body.documents.map((document) => ({ ...document }));
    return client.crypto.search.index(
      { body: { index_id: body.index_id, index_type: 'keyword', documents } },
      { signal },
    );
  });
  const draft = useDraft(useState(EMPTY), work.state);
  useOnLock(() => act === null && draft.change({ documents: '' }));
  const begin = useEffectEvent(() => {
    if (act === 'sample') draft.fill({ index_id: texts.sample.index, documents: texts.sample.documents });
    else if (act === 'add' && index !== undefined) draft.change({ index_id: index });
  });
  useEffect(() => {
    if (act !== null) begin();
  }, [act]);
  const send = async () => {
    const { index_id: name, documents } = draft.values;
    const read = readDocuments(documents);
    const found = {
      index_id: lineTrouble(name, texts.indexWhat, search.index.body.properties.index_id),
      documents: !read.ok ? texts.badLine(read.line) : read.documents.length === 0 ? texts.noDocuments : '',
    };
    if (!draft.check(found) || !read.ok) return;
    const answer = await work.start({ index_id: name.trim(), documents: read.documents });
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
      <TextField
        label={texts.documents}
        {...draft.field('documents')}
        rows={8}
        description={texts.documentsHint}
        isRequired
      />
      <Preview typed={draft.values.documents} />
    </FormSheet>
  );
}

/** Computed in this window from what is typed. */
function Preview({ typed }: { readonly typed: string }): ReactNode {
  const settled = useDeferredValue(typed);
  const view = useMemo(() => {
    const read = readDocuments(settled);
    return read.ok && read.documents.length > 0 ? serverView(read.documents) : null;
  }, [settled]);
  if (view === null) return null;
  return (
    <section className="rounded bg-sunken px-3 py-2 text-13">
      <h3 className="text-13 font-medium">{texts.preview}</h3>
      <ul className="mt-1 list-disc space-y-1 ps-5 text-muted">
        <li>{texts.reads(view.documents, view.words)}</li>
        <li>{texts.stores(view.pieces, formatSize(view.bytes))}</li>
        <li>{texts.indexes(view.entries)}</li>
      </ul>
    </section>
  );
}
