import type { KeySet } from '@touchstone/core/keys/key-set.ts';
import type { Revocation, TrustStore } from '@touchstone/core/keys/trust.ts';
import { MAX_FILE_BYTES } from '@touchstone/core/strict-json.ts';
import { useRef, useState } from 'react';
import { KeySetImportSheet } from '../../../parts/trust/key-set-import.tsx';
import type { TrustStoreView } from '../../../parts/trust/trust.ts';
import { missingFrom, readTrustStoreText } from '../../../parts/trust/trust-import.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { words } from '../../../words/check/trust.ts';
import { words as common } from '../../../words/ui/common.ts';

const { store: text } = words;

type Imported =
  | { readonly kind: 'store'; readonly name: string; readonly store: TrustStore }
  | { readonly kind: 'problem'; readonly message: string };

/** What an exported trust store offers: each key set is compared by itself, revocations are taken over together. */
export function useStoreImport(trust: TrustStoreView) {
  const [imported, setImported] = useState<Imported | null>(null);
  const take = async (file: File) => {
    if (file.size > MAX_FILE_BYTES) {
      setImported({ kind: 'problem', message: text.tooLarge(file.name) });
      return;
    }
    const content = await file.text().catch(() => null);
    const read = content === null ? { ok: false as const, message: text.unreadable } : readTrustStoreText(content);
    setImported(
      read.ok
        ? { kind: 'store', name: file.name, store: read.store }
        : { kind: 'problem', message: text.problem(file.name, read.message) },
    );
  };
  const input = useRef<HTMLInputElement>(null);
  const close = () => setImported(null);
  const offer =
    imported === null ? null : imported.kind === 'problem' ? (
      <ErrorState title={text.unusable}>
        <p>
          <FileText text={imported.message} limit={400} />
        </p>
        <Button size="small" className="mt-2" onPress={close}>
          {common.close}
        </Button>
      </ErrorState>
    ) : (
      <Offer trust={trust} name={imported.name} store={imported.store} onClose={close} />
    );
  const view = (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".json,application/json"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file may be chosen again.
          target.value = '';
          if (file !== undefined) void take(file);
        }}
      />
      {offer}
    </>
  );
  /** Lets the person choose a file. */
  const choose = () => input.current?.click();
  return { choose, view };
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
    <section aria-labelledby="store-import" className="space-y-3 border-y border-line py-4">
      <h2 id="store-import" className="text-16">
        {text.from(<FileText text={name} limit={200} />)}
      </h2>
      <p className="max-w-prose">{keySets.length === 0 && revocations.length === 0 ? text.known : text.nothing}</p>
      {keySets.length > 0 && (
        <ul className="divide-y divide-line">
          {keySets.map((keySet) => (
            <li key={keySet.fingerprint} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
              <span className="min-w-0 flex-1">
                <FileText text={keySet.keyset_id} limit={200} />
                {text.edition(keySet.serial)}
                <span className="block text-muted">
                  <FileText text={keySet.issuer} limit={200} />
                </span>
              </span>
              <Button size="small" aria-label={text.compareOne(keySet.keyset_id)} onPress={() => setCompared(keySet)}>
                {text.compare}
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {revocations.length > 0 && (
          <Button onPress={() => setRevoking(true)}>{text.revocations(revocations.length)}</Button>
        )}
        <Button onPress={onClose}>{text.close}</Button>
      </div>
      {compared !== null && (
        <KeySetImportSheet
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
      title={text.revocationsTitle}
      role="alertdialog"
      size="wide"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      footer={
        <>
          <Button onPress={() => onOpenChange(false)}>{common.cancel}</Button>
          <Button
            variant="danger"
            onPress={() => {
              onOpenChange(false);
              void onConfirm();
            }}
          >
            {text.confirm}
          </Button>
        </>
      }
    >
      <p>{text.revocationsText}</p>
      <ul className="space-y-2">
        {revocations.map(({ thumbprint, reason }) => (
          <li key={thumbprint}>
            <HashText value={thumbprint} label={words.revocations.thumbprint} />
            <span className="block text-muted">
              <FileText text={reason} limit={400} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
