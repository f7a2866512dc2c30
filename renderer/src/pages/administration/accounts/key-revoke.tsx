import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { CheckRow } from '../../../ui/check-row.tsx';
import { ConfirmDialog } from '../../../ui/dialog.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { endingWords, isWorking, typedNameOf } from './key-items.ts';
import { endingWithQuery, type KeyItem } from './queries.ts';

export interface KeyRevokeProps {
  readonly item: KeyItem;
  readonly onClose: () => void;
  /** `keeps`: what the key made goes on. */
  readonly onConfirm: (keeps: boolean) => void;
}

/** Says which keys end together with one, lets those that it made be kept, and asks for the typed name. */
export function KeyRevoke({ item, onClose, onConfirm }: KeyRevokeProps) {
  const below = useQuery(endingWithQuery(item.key_id));
  const [keeps, setKeeps] = useState(false);
  const ending = below.data?.items.filter(isWorking) ?? [];
  const made = ending.filter(({ created_by }) => created_by === item.key_id);
  return (
    <ConfirmDialog
      title="Revoke the API key"
      isOpen
      onOpenChange={onClose}
      typedName={typedNameOf(item)}
      confirmLabel="Revoke for good"
      onConfirm={() => onConfirm(keeps)}
    >
      <p>
        From the next request on the key <code>{item.key_id}</code> is refused, and every program that uses it stops
        working. What was made with it stays.
      </p>
      {below.isPending && <p className="text-muted">Looking for keys that end with it</p>}
      {below.error !== null && (
        <RequestError error={below.error} what="The keys below it" onRetry={() => void below.refetch()} />
      )}
      {below.data !== undefined && <p>{endingWords(ending.length, below.data.isWhole)}</p>}
      {ending.length > 0 && <KeyNames items={ending} />}
      {made.length > 0 && (
        <CheckRow
          isSelected={keeps}
          onChange={setKeeps}
          label="Keep the keys that it made"
          description="They go on without a maker, with all that they made. Do this only where you know who holds them."
        />
      )}
      {item.rotated_to !== null && (
        <p>
          The key <code>{item.rotated_to}</code> replaced this one and goes on working. Revoke it too if you do not know
          who rotated this key.
        </p>
      )}
      <p>
        This cannot be undone: a revoked key never works again, and restoring a backup over this data folder keeps it
        revoked. To replace a key without downtime, rotate it instead.
      </p>
    </ConfirmDialog>
  );
}

/** Keys by id and label, in a box of their own that scrolls. */
export function KeyNames({ items }: { readonly items: readonly KeyItem[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by the keyboard.
    <ul tabIndex={0} aria-label="Keys" className="max-h-40 overflow-y-auto rounded border border-line px-3 py-1">
      {items.map(({ key_id, label }) => (
        <li key={key_id} className="text-13">
          <code>{key_id}</code> {label !== '' && <FileText text={label} isLine />}
        </li>
      ))}
    </ul>
  );
}
