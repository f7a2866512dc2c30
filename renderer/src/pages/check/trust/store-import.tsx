import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Revocation, TrustStore } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { useState } from 'react';
import { FileTrigger, Button as PlainButton } from 'react-aria-components';
import { KeySetImportDialog } from '../../../parts/trust/key-set-import.tsx';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import { missingFrom, readTrustStoreText } from '../../../parts/trust/trust-import.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';

type Imported =
  | { readonly kind: 'store'; readonly name: string; readonly store: TrustStore }
  | { readonly kind: 'problem'; readonly message: string };

/** What an exported trust store offers: each key set is compared by itself, revocations are taken over together. */
export function useStoreImport(trust: TrustStoreView) {
  const [imported, setImported] = useState<Imported | null>(null);
  const take = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      setImported({ kind: 'problem', message: `${file.name} is too large for a trust store.` });
      return;
    }
    const text = await file.text().catch(() => null);
    const read =
      text === null ? { ok: false as const, message: 'The file could not be read.' } : readTrustStoreText(text);
    setImported(
      read.ok
        ? { kind: 'store', name: file.name, store: read.store }
        : { kind: 'problem', message: `${file.name}: ${read.message}` },
    );
  };
  const trigger = (
    <FileTrigger
      acceptedFileTypes={['.json', 'application/json']}
      onSelect={(files) => {
        const file = files?.[0];
        if (file !== undefined) void take(file);
      }}
    >
      <PlainButton className={buttonClass()}>Import a trust store</PlainButton>
    </FileTrigger>
  );
  const close = () => setImported(null);
  const view =
    imported === null ? null : imported.kind === 'problem' ? (
      <ErrorState title="This is not a usable trust store">
        <p>
          <FileText text={imported.message} limit={400} />
        </p>
        <Button size="small" className="mt-2" onPress={close}>
          Close
        </Button>
      </ErrorState>
    ) : (
      <Offer trust={trust} name={imported.name} store={imported.store} onClose={close} />
    );
  return { trigger, view };
}

interface OfferProps {
  readonly trust: TrustStoreView;
  readonly name: string;
  readonly store: TrustStore;
  readonly onClose: () => void;
}

function Offer({ trust, name, store, onClose }: OfferProps) {
  const { keySets, revocations } = missingFrom(trust.store, store);
  const [compared, setCompared] = useState<KeySet | null>(null);
  const [isRevoking, setRevoking] = useState(false);
  return (
    <section aria-labelledby="store-import" className="space-y-3 rounded border border-line-strong bg-surface p-4">
      <h2 id="store-import" className="text-16">
        From <FileText text={name} limit={200} />
      </h2>
      <p className="max-w-prose">
        {keySets.length === 0 && revocations.length === 0
          ? 'Everything in this file is here already.'
          : 'Nothing of this file is trusted yet. Compare the fingerprint of each key set with one that came through another channel.'}
      </p>
      {keySets.length > 0 && (
        <ul className="divide-y divide-line">
          {keySets.map((keySet) => (
            <li key={keySet.fingerprint} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1">
                <FileText text={keySet.keyset_id} limit={200} />, edition {keySet.serial}
                <span className="block text-muted">
                  <FileText text={keySet.issuer} limit={200} />
                </span>
              </span>
              <Button size="small" aria-label={`Compare ${keySet.keyset_id}`} onPress={() => setCompared(keySet)}>
                Compare
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {revocations.length > 0 && (
          <Button onPress={() => setRevoking(true)}>
            {revocations.length === 1 ? 'Import 1 revocation' : `Import ${revocations.length} revocations`}
          </Button>
        )}
        <Button onPress={onClose}>Close the list</Button>
      </div>
      {compared !== null && (
        <KeySetImportDialog
          key={compared.fingerprint}
          isOpen
          onOpenChange={(isOpen) => !isOpen && setCompared(null)}
          initial={{ name, text: JSON.stringify(compared) }}
        />
      )}
      <RevocationsDialog
        revocations={revocations}
        isOpen={isRevoking}
        onOpenChange={setRevoking}
        onConfirm={async () => {
          for (const { thumbprint, reason } of revocations) await trust.revoke(thumbprint, reason);
        }}
      />
    </section>
  );
}

interface RevocationsDialogProps {
  readonly revocations: readonly Revocation[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onConfirm: () => Promise<void>;
}

function RevocationsDialog({ revocations, isOpen, onOpenChange, onConfirm }: RevocationsDialogProps) {
  return (
    <Dialog
      title="Import revocations"
      role="alertdialog"
      size="wide"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button onPress={() => onOpenChange(false)}>Cancel</Button>
          <Button
            variant="danger"
            onPress={() => {
              onOpenChange(false);
              void onConfirm();
            }}
          >
            Revoke for good
          </Button>
        </>
      }
    >
      <p>These keys will no longer count for any file, whatever its date. This cannot be undone.</p>
      <ul className="space-y-2">
        {revocations.map(({ thumbprint, reason }) => (
          <li key={thumbprint}>
            <HashText value={thumbprint} label="key thumbprint" />
            <span className="block text-muted">
              <FileText text={reason} limit={400} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
