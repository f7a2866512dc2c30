import { key } from '@touchstone/core/api/crypto/key.ts';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretText } from '../../../parts/secret/secret-text.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { words } from '../../../words/protect/keys.ts';
import { base64Trouble, compactBase64 } from './field-troubles.ts';
import type { ManagedKey } from './managed-items.ts';
import { refreshKeys } from './queries.ts';

export const NO_BLOB = { encrypted: '', kem_ct: '' } satisfies DraftOf<typeof key.decrypt>;
export type Blob = typeof NO_BLOB;

export interface DecryptDataSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: ManagedKey;
  readonly blob: DraftState<Blob>;
}

/** Decrypts data that was encrypted under a managed key and kept by the caller; forgotten when the sheet closes. */
export function DecryptDataSheet({ isOpen, onClose, item, blob }: DecryptDataSheetProps) {
  const announce = useAnnounce();
  const work = useWork((sent: Blob, signal) =>
    client.crypto.key.decrypt({ body: { id: item.key_id, ...sent } }, { signal }),
  );
  const draft = useDraft(blob, work.state);
  const { units } = key.decrypt;
  const { blobs } = words;
  useOnLock(work.reset);
  const decrypt = async () => {
    const { encrypted, kem_ct } = draft.values;
    const found = { encrypted: base64Trouble(encrypted, blobs.blob), kem_ct: base64Trouble(kem_ct, blobs.kem) };
    if (!draft.check(found)) return;
    const opened = await work.start({ encrypted: compactBase64(encrypted), kem_ct: compactBase64(kem_ct) });
    if (opened === null) return;
    announce(blobs.decrypted);
    void refreshKeys();
  };
  return (
    <FormSheet
      texts={{ title: blobs.decrypt, send: blobs.decryptSend, busy: blobs.decrypting, failed: blobs.notDecrypted }}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={() => {
        work.reset();
        onClose();
      }}
      onSubmit={draft.submit(decrypt)}
      work={work}
      units={units}
    >
      <p className="text-muted">{blobs.decryptLead}</p>
      <TextField label={blobs.blobField} rows={3} isMono {...draft.field('encrypted')} />
      <TextField label={blobs.kemField} rows={3} isMono {...draft.field('kem_ct')} />
      {work.result !== null && work.state.status === 'done' && (
        <div className="[&_code]:whitespace-pre-wrap">
          <SecretText value={work.result.plaintext} label={blobs.plain} />
        </div>
      )}
    </FormSheet>
  );
}
