import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { undoOffers } from '../../../lib/window/undo-offers.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { refreshSecrets } from './queries.ts';

export interface EndSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly act: 'delete' | 'destroy';
  readonly item: SecretItem;
  /** How many versions the secret has. */
  readonly versions: number;
  readonly isNewest: boolean;
}

/** Ends a secret, or one of its older versions, once its name is typed: a deletion that 30 days can undo, or destruction. */
export function EndSheet({ isOpen, onClose, act, item, versions, isNewest }: EndSheetProps) {
  const announce = useAnnounce();
  const params = { params: { id: item.id } };
  const work = useWork(async (_: null, signal) => {
    await client.crypto.shield[act](params, { signal });
    return act;
  });
  const draft = useDraft(useState({ name: '' }), work.state);
  const { end } = words;
  const run = async () => {
    if (!draft.check({ name: draft.values.name === item.name ? '' : end.nameTrouble })) return;
    const answer = await work.start(null);
    // Also after a refusal: what is shown may be out of date.
    await refreshSecrets();
    if (answer === null) return;
    draft.fill({ name: '' });
    const done = end.done[act](item.name);
    announce(done, 'assertive');
    if (act === 'delete')
      undoOffers.offer(done, () => void client.crypto.shield.restore(params).then(refreshSecrets, refreshSecrets));
    onClose();
  };
  const what = !isNewest ? end.what.one(item.version) : versions > 1 ? end.what.all(versions) : end.what.whole;
  return (
    <FormSheet
      texts={{
        title: act === 'delete' ? end.deleteTitle(item.name) : end.destroyTitle(item.name),
        send: act === 'delete' ? end.delete : end.destroy,
        busy: end.busy,
        failed: end.failed[act],
      }}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(run)}
      variant="danger"
      work={work}
      units={1}
    >
      <p className="font-medium">{what}</p>
      <div>
        <h3 className="text-14">{end.breaks}</h3>
        <p className="mt-1 text-muted">{end.breaksText(<code>NOT_FOUND</code>)}</p>
      </div>
      <div>
        <h3 className="text-14">{end.restorable}</h3>
        <p className="mt-1 text-muted">{act === 'delete' ? end.restorableDelete : end.restorableDestroy}</p>
      </div>
      <TextField
        label={end.typeName(<code className="font-semibold">{item.name}</code>)}
        isMono
        {...draft.field('name')}
      />
    </FormSheet>
  );
}
