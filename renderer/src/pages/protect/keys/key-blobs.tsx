import { key } from '@touchstone/core/api/crypto/key.ts';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { type DraftOf, type DraftState, useDraft } from '../../../parts/form/use-draft.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { SecretArea } from '../../../parts/secret/secret-area.tsx';
import { useWork } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { Button } from '../../../ui/button.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { base64Trouble, compactBase64, materialTrouble } from './field-troubles.ts';
import { MaterialText } from './material-text.tsx';
import { refreshKeys } from './queries.ts';
import type { Tier } from './tiers.ts';

export interface KeyBlobsProps {
  readonly keyId: string;
  readonly tier: Tier;
  readonly label: string;
}

const NO_BLOB = { encrypted: '', kem_ct: '' } satisfies DraftOf<typeof key.decrypt>;
type Blob = typeof NO_BLOB;

/** Blobs under a managed key that the caller keeps: they obey its status. */
export function KeyBlobs(props: KeyBlobsProps) {
  const [blob, setBlob] = useState(NO_BLOB);
  return (
    <Panel
      title="Blobs that you keep"
      lead="More material under the same key: the server stores none of it and opens it again only while the key works."
    >
      <EncryptBlob {...props} onUse={({ encrypted, kem_ct }) => setBlob({ encrypted, kem_ct })} />
      <OpenBlob keyId={props.keyId} blob={[blob, setBlob]} />
    </Panel>
  );
}

function EncryptBlob({ keyId, tier, label, onUse }: KeyBlobsProps & { readonly onUse: (blob: Blob) => void }) {
  const announce = useAnnounce();
  const work = useWork((key_material: string, signal) =>
    client.crypto.key.encrypt({ body: { key_material, key_id: keyId, tier, label } }, { signal }),
  );
  const draft = useDraft(useState({ key_material: '' }), work.state);
  const { units } = key.encrypt;
  const encrypt = async () => {
    const { key_material } = draft.values;
    if (!draft.check({ key_material: materialTrouble(key_material) })) return;
    if ((await work.start(key_material)) === null) return;
    announce('The blob was made');
    void refreshKeys();
  };
  return (
    <form onSubmit={draft.submit(encrypt)} noValidate className="space-y-3">
      <SecretArea label="Material for a blob" {...draft.field('key_material')} />
      <Button type="submit" icon={<Lock aria-hidden size={16} />} aria-disabled={work.state.status === 'busy'}>
        Encrypt under this key ({unitsText(units)})
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Encrypting"
        failedTitle="The material was not encrypted"
        onCancel={work.cancel}
        units={units}
      />
      {work.result !== null && (
        <section aria-label="New blob" className="space-y-2">
          <p>Keep both: the server has stored neither.</p>
          <LongValue value={work.result.encrypted} label="blob" />
          <LongValue value={work.result.kem_ct} label="KEM ciphertext" />
          <div>
            <p className="text-13 text-muted">HMAC-SHA3-256 of both</p>
            <HashText value={work.result.hmac_digest} label="HMAC of the blob" />
          </div>
          <Button size="small" onPress={() => work.result !== null && onUse(work.result)}>
            Open this blob
          </Button>
        </section>
      )}
    </form>
  );
}

interface OpenBlobProps {
  readonly keyId: string;
  readonly blob: DraftState<Blob>;
}

function OpenBlob({ keyId, blob }: OpenBlobProps) {
  const announce = useAnnounce();
  const work = useWork((sent: Blob, signal) => client.crypto.key.decrypt({ body: { id: keyId, ...sent } }, { signal }));
  const draft = useDraft(blob, work.state);
  const { units } = key.decrypt;
  useOnLock(work.reset);
  const open = async () => {
    const { encrypted, kem_ct } = draft.values;
    const found = { encrypted: base64Trouble(encrypted, 'blob'), kem_ct: base64Trouble(kem_ct, 'KEM ciphertext') };
    if (!draft.check(found)) return;
    const opened = await work.start({ encrypted: compactBase64(encrypted), kem_ct: compactBase64(kem_ct) });
    if (opened === null) return;
    announce('The material of the blob is here, masked');
    void refreshKeys();
  };
  return (
    <form onSubmit={draft.submit(open)} noValidate className="space-y-3 border-t border-line pt-3">
      <TextField label="Blob" rows={2} isMono {...draft.field('encrypted')} />
      <TextField label="KEM ciphertext" rows={2} isMono {...draft.field('kem_ct')} />
      <Button type="submit" icon={<LockOpen aria-hidden size={16} />} aria-disabled={work.state.status === 'busy'}>
        Open the blob ({unitsText(units)})
      </Button>
      <WorkStatus
        state={work.state}
        busyLabel="Opening"
        failedTitle="The blob was not opened"
        onCancel={work.cancel}
        units={units}
      />
      {work.result !== null && work.state.status === 'done' && (
        <MaterialText value={work.result.plaintext} label="Material of the blob" />
      )}
    </form>
  );
}
