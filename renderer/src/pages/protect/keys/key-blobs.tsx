import { key } from '@touchstone/core/api/crypto/key.ts';
import { Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { client } from '../../../lib/client.ts';
import { unitsText } from '../../../lib/text/units-text.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { useFieldErrors } from '../../../parts/form/use-field-errors.ts';
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

/** Blobs under a managed key that the caller keeps: they obey its status. */
export function KeyBlobs({ keyId, tier, label }: KeyBlobsProps) {
  const [encrypted, setEncrypted] = useState('');
  const [kemCt, setKemCt] = useState('');
  return (
    <Panel
      title="Blobs that you keep"
      lead="More material under the same key: the server stores none of it and opens it again only while the key works."
    >
      <EncryptBlob
        keyId={keyId}
        tier={tier}
        label={label}
        onUse={(blob) => {
          setEncrypted(blob.encrypted);
          setKemCt(blob.kem_ct);
        }}
      />
      <OpenBlob keyId={keyId} encrypted={encrypted} onEncrypted={setEncrypted} kemCt={kemCt} onKemCt={setKemCt} />
    </Panel>
  );
}

interface Blob {
  readonly encrypted: string;
  readonly kem_ct: string;
}

function EncryptBlob({ keyId, tier, label, onUse }: KeyBlobsProps & { readonly onUse: (blob: Blob) => void }) {
  const [material, setMaterial] = useState('');
  const announce = useAnnounce();
  const work = useWork((text: string, signal) =>
    client.crypto.key.encrypt({ body: { key_material: text, key_id: keyId, tier, label } }, { signal }),
  );
  const errors = useFieldErrors(work.state, ['key_material']);
  const { units } = key.encrypt;
  const encrypt = async (event: React.FormEvent) => {
    event.preventDefault();
    const wrong = materialTrouble(material);
    if (!errors.check(wrong === '' ? {} : { key_material: wrong })) return;
    if ((await work.start(material)) === null) return;
    announce('The blob was made');
    void refreshKeys();
  };
  return (
    <form onSubmit={encrypt} noValidate className="space-y-3">
      <SecretArea
        label="Material for a blob"
        value={material}
        onChange={(text) => {
          setMaterial(text);
          errors.changed('key_material');
        }}
        error={errors.at('key_material')}
      />
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
            <p className="text-[0.8125rem] text-muted">HMAC-SHA3-256 of both</p>
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
  readonly encrypted: string;
  readonly onEncrypted: (text: string) => void;
  readonly kemCt: string;
  readonly onKemCt: (text: string) => void;
}

function OpenBlob({ keyId, encrypted, onEncrypted, kemCt, onKemCt }: OpenBlobProps) {
  const announce = useAnnounce();
  const work = useWork((blob: Blob, signal) => client.crypto.key.decrypt({ body: { id: keyId, ...blob } }, { signal }));
  const errors = useFieldErrors(work.state, ['encrypted', 'kem_ct']);
  const { units } = key.decrypt;
  useOnLock(work.reset);
  const open = async (event: React.FormEvent) => {
    event.preventDefault();
    const wrongBlob = base64Trouble(encrypted, 'blob');
    const wrongKem = base64Trouble(kemCt, 'KEM ciphertext');
    const found = {
      ...(wrongBlob === '' ? {} : { encrypted: wrongBlob }),
      ...(wrongKem === '' ? {} : { kem_ct: wrongKem }),
    };
    if (!errors.check(found)) return;
    const opened = await work.start({ encrypted: compactBase64(encrypted), kem_ct: compactBase64(kemCt) });
    if (opened === null) return;
    announce('The material of the blob is here, masked');
    void refreshKeys();
  };
  return (
    <form onSubmit={open} noValidate className="space-y-3 border-t border-line pt-3">
      <TextField
        label="Blob"
        rows={2}
        isMono
        value={encrypted}
        onChange={(text) => {
          onEncrypted(text);
          errors.changed('encrypted');
        }}
        error={errors.at('encrypted')}
      />
      <TextField
        label="KEM ciphertext"
        rows={2}
        isMono
        value={kemCt}
        onChange={(text) => {
          onKemCt(text);
          errors.changed('kem_ct');
        }}
        error={errors.at('kem_ct')}
      />
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
