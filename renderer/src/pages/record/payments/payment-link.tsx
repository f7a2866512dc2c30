import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusIcon } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/payments.ts';

const { link: texts } = words;

const SHOWN_DOTS = 12;
/** The commitment in the path is on the page in full. */
const SHOWN_DIGITS = 8;

export interface PaymentLinkProps {
  readonly link: string;
  readonly state: SettlementState;
}

/** The payment link, without its fragment on the screen: that is the opening, and a screen can be photographed. */
export function PaymentLink({ link, state }: PaymentLinkProps) {
  const [address = '', opening = ''] = link.split('#', 2);
  return (
    <Section title={texts.title} lead={state === 'pending' ? texts.lead : texts.over[state]}>
      <p className="flex items-center gap-2 rounded border border-line bg-surface px-3 py-2">
        <code className="min-w-0 flex-1 truncate text-13">
          {shortened(address)}#{'•'.repeat(Math.min(SHOWN_DOTS, opening.length))}
        </code>
        <CopyText value={link} label={texts.label} />
      </p>
      <div className="mt-3 flex items-start gap-2 rounded bg-inconclusive-soft px-3 py-2 text-13">
        <StatusIcon look="inconclusive" size="small" />
        <p>
          <span className="font-medium">{texts.opening}</span> {texts.openingText}
        </p>
      </div>
    </Section>
  );
}

function shortened(address: string): string {
  return address.replace(/[0-9a-f]{64}$/, (commitment) => `${commitment.slice(0, SHOWN_DIGITS)}…`);
}
