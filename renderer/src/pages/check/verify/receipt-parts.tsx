import type { JsonObject } from '@touchstone/core/canonical-json.ts';
import { COMPUTATION_TYPES } from '@touchstone/core/receipt/substrate.ts';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { words } from '../../../words/check/verify.ts';
import { words as computation } from '../../../words/parts/computation.ts';

const { receipt } = words;

function text(document: JsonObject, name: string): string | null {
  const value = Object.hasOwn(document, name) ? document[name] : undefined;
  return typeof value === 'string' ? value : null;
}

/** What a receipt says about itself: its id, the kind of computation, the two hashes. */
export function ReceiptFacts({ document }: { document: JsonObject }) {
  const type = document.computation_type;
  const receiptId = text(document, 'receipt_id');
  const keySetId = text(document, 'keyset_id');
  const hashes = [
    [receipt.commitment, text(document, 'commitment')],
    [receipt.onChainHash, text(document, 'on_chain_hash')],
  ] as const;
  return (
    <div className="border-y border-line py-3">
      <FactList>
        {receiptId !== null && (
          <Fact name={receipt.receipt}>
            <FileText text={receiptId} isMono />
          </Fact>
        )}
        {typeof type === 'number' && (
          <Fact name={receipt.kind}>
            {computation.kind(type, COMPUTATION_TYPES.get(type))}{' '}
            <span className="text-muted">{receipt.code(type)}</span>
          </Fact>
        )}
        {keySetId !== null && (
          <Fact name={receipt.keySet}>
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
      </FactList>
    </div>
  );
}
