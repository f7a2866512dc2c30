import { Disclosure } from '../../../ui/disclosure.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { ByteDrawing } from './byte-drawing.tsx';
import { handleParts, substrateParts } from './byte-layout.ts';
import type { Receipt } from './receipt-name.ts';

/** The bytes that stand for the receipt, and those behind its hash. */
export function HandleSection({ receipt }: { readonly receipt: Receipt }) {
  const handle = handleParts(receipt.handle);
  const substrate = substrateParts(receipt.substrate_hex);
  const { bytes } = words;
  return (
    <Section title={bytes.title} lead={bytes.lead}>
      <div className="space-y-3">
        {handle === null ? (
          <p className="text-failed">{bytes.badHandle}</p>
        ) : (
          <ByteDrawing parts={handle} label={bytes.handle} />
        )}
        <div className="border-t border-line pt-3">
          <span className="text-13 text-muted">{bytes.whole}</span>
          <div>
            <HashText value={receipt.handle} label={bytes.wholeLabel} />
          </div>
        </div>
        <Disclosure title={bytes.substrateTitle}>
          {substrate === null ? (
            <p className="text-failed">{bytes.badSubstrate}</p>
          ) : (
            <ByteDrawing parts={substrate} label={bytes.substrate} />
          )}
        </Disclosure>
      </div>
    </Section>
  );
}
