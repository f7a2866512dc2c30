import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/receipts.ts';
import { kindCode, kindName } from '../../../words/parts/receipt-kinds.ts';
import type { Receipt } from './receipt-name.ts';

const { detail } = words;

/** What the signatures cover. */
export function Stated({ receipt }: { readonly receipt: Receipt }) {
  const { computation_type: type } = receipt;
  return (
    <Section title={detail.details}>
      <FactList>
        <Fact name={detail.kind}>
          {kindName(type)}{' '}
          <code className="text-13 text-muted">
            {kindCode(type)} {type}
          </code>
        </Fact>
        <Fact name={detail.created}>
          <TimeText value={receipt.issued_at} />
        </Fact>
        <Fact name={detail.keySet}>
          <FileText text={receipt.keyset_id} isMono />
        </Fact>
        <Fact name={detail.commitment}>
          <HashText value={receipt.commitment} label={detail.commitmentLabel} />
          <span className="block text-13 text-muted">{detail.commitmentNote}</span>
        </Fact>
        <Fact name={detail.onChainHash}>
          <HashText value={receipt.on_chain_hash} label={detail.onChainHashLabel} />
          <span className="block text-13 text-muted">{detail.onChainHashNote}</span>
        </Fact>
      </FactList>
    </Section>
  );
}

/** What anybody could have changed in the file. */
export function NotCovered({ receipt }: { readonly receipt: Receipt }) {
  const { notCoveredNames: names } = detail;
  return (
    <Section title={detail.notCovered}>
      <div className="rounded border border-dashed border-line-strong px-4 py-3">
        <FactList>
          <Fact name={names.receipt_id}>
            <FileText text={receipt.receipt_id} isMono />
          </Fact>
          <Fact name={names.verification_url}>
            <FileText text={receipt.verification_url} isMono />
            <span className="block text-13 text-muted">{detail.urlNote}</span>
          </Fact>
          <Fact name={names.keyset_id}>
            <FileText text={receipt.keyset_id} isMono />
            <span className="block text-13 text-muted">{detail.keySetNote}</span>
          </Fact>
        </FactList>
      </div>
    </Section>
  );
}
