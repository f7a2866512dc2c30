import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';

function text(document: JsonObject, name: string): string | null {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** What a receipt says about itself: its id, the kind of computation, the two hashes. */
export function ReceiptFacts({ document }: { document: JsonObject }) {
  const type = document.computation_type;
  const typeName = typeof type === 'number' ? COMPUTATION_TYPES.get(type) : undefined;
  const receiptId = text(document, 'receipt_id');
  const keySetId = text(document, 'keyset_id');
  const hashes = [
    ['Commitment, SHA3-256 of the payload', text(document, 'commitment')],
    ['on_chain_hash, which the signatures cover', text(document, 'on_chain_hash')],
  ] as const;
  return (
    <dl className="grid gap-x-4 gap-y-2 rounded border border-line bg-surface px-4 py-3 text-14 sm:grid-cols-[176px_1fr]">
      {receiptId !== null && (
        <Fact name="Receipt">
          <FileText text={receiptId} isMono />
        </Fact>
      )}
      {typeof type === 'number' && (
        <Fact name="Computation type">
          {typeName ?? 'unknown'} <span className="text-muted">({type})</span>
        </Fact>
      )}
      {keySetId !== null && (
        <Fact name="Key set, as stated">
          <FileText text={keySetId} isMono />
        </Fact>
      )}
      {hashes.map(
        ([name, value]) =>
          value !== null &&
          /^[0-9a-f]{64}$/.test(value) && (
            <Fact key={name} name={name}>
              <HashText value={value} label={name} />
            </Fact>
          ),
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
