import { key } from '@touchstone/core/api/crypto/key.ts';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { FormSheet } from '../../../parts/form/form-sheet.tsx';
import { useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/protect/keys.ts';
import type { Blob } from './decrypt-data-sheet.tsx';
import { materialTrouble } from './field-troubles.ts';
import type { ManagedKey } from './managed-items.ts';
import { refreshKeys } from './queries.ts';

export interface EncryptDataSheetProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly item: ManagedKey;
  readonly onUse: (blob: Blob) => void;
}

/** Encrypts data under a managed key that the caller keeps: it obeys the key's status. */
export function EncryptDataSheet({ isOpen, onClose, item, onUse }: EncryptDataSheetProps) {
  const announce = useAnnounce();
  const { key_id, tier, label } = item;
  const work = useWork((key_material: string, signal) =>
    client.crypto.key.encrypt({ body: { key_material, key_id, tier, label } }, { signal }),
  );
  const draft = useDraft(useState({ key_material: '' }), work.state);
  useOnLock(() => draft.change({ key_material: '' }));
  const { units } = key.encrypt;
  const { blobs, trouble } = words;
  const encrypt = async () => {
    const { key_material } = draft.values;
    if (!draft.check({ key_material: materialTrouble(key_material, trouble.data) })) return;
    if ((await work.start(key_material)) === null) return;
    draft.fill({ key_material: '' });
    announce(blobs.encrypted);
    void refreshKeys();
  };
  const { result } = work;
  return (
    <FormSheet
      texts={{ title: blobs.encrypt, send: blobs.encryptSend, busy: blobs.encrypting, failed: blobs.notEncrypted }}
      note={words.cost(unitsText(units))}
      isOpen={isOpen}
      onClose={onClose}
      onSubmit={draft.submit(encrypt)}
      work={work}
      units={units}
    >
      <p className="text-muted">{blobs.lead}</p>
      <SecretArea label={blobs.data} {...draft.field('key_material')} />
      {result !== null && (
        <section aria-label={blobs.result} className="space-y-3 border-t border-line pt-4">
          <p>{blobs.keep}</p>
          <LongValue value={result.encrypted} label={blobs.blob} />
          <LongValue value={result.kem_ct} label={blobs.kem} />
          <div>
            <p className="text-13 text-muted">{blobs.hmac}</p>
            <HashText value={result.hmac_digest} label={blobs.hmacLabel} />
          </div>
          <Button size="small" onPress={() => onUse({ encrypted: result.encrypted, kem_ct: result.kem_ct })}>
            {blobs.decryptThis}
          </Button>
        </section>
      )}
    </FormSheet>
  );
}
