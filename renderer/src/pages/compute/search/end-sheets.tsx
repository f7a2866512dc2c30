import { search } from '@touchstone/core/api/crypto/search.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/compute/search.ts';
import { type IndexItem, refreshIndexes } from './queries.ts';

interface SheetParts {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Deletes an index once its name is typed. */
export function EndSheet({
  isOpen,
  onClose,
  index,
  onEnded,
}: SheetParts & { readonly index: IndexItem; readonly onEnded: () => void }) {
  const announce = useAnnounce();
  const { index_id: name } = index;
  const work = useWork((_: null, signal) => client.crypto.search.remove({ params: { index_id: name } }, { signal }));
  const draft = useDraft(useState({ name: '' }), work.state);
  const { end } = words;
  const send = async () => {
    if (!draft.check({ name: draft.values.name === name ? '' : end.nameTrouble })) return;
    const answer = await work.start(null);
    if (answer === null) return;
    draft.fill({ name: '' });
    announce(end.done(name), 'assertive');
    onEnded();
    void refreshIndexes();
  };
  return (
    <FormSheet
      texts={{ ...end, title: end.title(name), send: end.verb }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={search.remove.units}
    >
      <p className="font-medium">{end.text(index.documents)}</p>
      <p>{end.breaks}</p>
      <p className="text-muted">{end.final}</p>
      <TextField label={end.typeName(<code className="font-semibold">{name}</code>)} isMono {...draft.field('name')} />
    </FormSheet>
  );
}

/** Deletes a document of an index. */
export function EndDocumentSheet({
  isOpen,
  onClose,
  index,
  document,
}: SheetParts & { readonly index: string; readonly document: string }) {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) =>
    client.crypto.search.removeDocument({ params: { index_id: index, doc_id: document } }, { signal }),
  );
  const draft = useDraft(useState({}), work.state);
  const { endDocument: texts } = words;
  const send = async () => {
    const answer = await work.start(null);
    await refreshIndexes();
    if (answer === null) return;
    announce(texts.done(document), 'assertive');
    onClose();
  };
  return (
    <FormSheet
      texts={{ ...texts, title: texts.send }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(send)}
      variant="danger"
      work={work}
      units={search.removeDocument.units}
    >
      <p className="font-medium">
        <FileText text={document} />
      </p>
      <p>{texts.text}</p>
    </FormSheet>
  );
}
