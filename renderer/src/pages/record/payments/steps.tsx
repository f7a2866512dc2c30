import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { Check, CircleDashed, Clock, type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatTime } from '../../../lib/format.ts';
import { TextTwin } from '../../../parts/page/text-twin.tsx';
import { Section } from '../../../ui/section.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/payments.ts';
import type { Invoice } from './invoice-items.ts';
import { anchorQuery } from './queries.ts';
import { type Step, type StepState, stepsOf } from './step-list.ts';

const { steps: texts } = words;

const SIGNS: Readonly<Record<StepState, { readonly icon: LucideIcon; readonly look: string }>> = {
  done: { icon: Check, look: 'border-verified bg-verified-soft text-verified' },
  now: { icon: Clock, look: 'border-pending bg-pending-soft text-pending' },
  ahead: { icon: CircleDashed, look: 'border-line-strong text-muted' },
  ended: { icon: X, look: 'border-line-strong text-muted' },
};
const EXPIRED = { icon: X, look: 'border-skipped bg-skipped-soft text-skipped' };

export interface InvoiceStepsProps {
  readonly invoice: Invoice;
  readonly state: SettlementState;
}

interface StepFacts {
  readonly text: string;
  /** The same with times as elements. */
  readonly shown: ReactNode;
  readonly at: string | null;
  /** The transaction on the ledger; null where there is none yet. */
  readonly tx: string | null;
}

/** Made, paid, settled or expired: each step with its time and its entry on the ledger. */
export function InvoiceSteps({ invoice, state }: InvoiceStepsProps) {
  const { commitment, chain } = invoice;
  const made = useQuery(anchorQuery('invoice', commitment, chain)).data ?? null;
  const paid = useQuery({ ...anchorQuery('settlement', commitment, chain), enabled: state === 'settled' }).data ?? null;
  const steps = stepsOf(state, paid?.confirmed === true);
  const factsOf = (step: Step) => stepFacts(step, invoice, made?.tx_hash ?? null);
  const lines = () => steps.map((step) => texts.line(texts[step.name], texts.states[step.state], factsOf(step).text));
  return (
    <TextTwin title={texts.label} lines={lines}>
      {(asText) => (
        <Section title={texts.title} aside={asText}>
          <ol className="grid gap-4 min-[700px]:grid-cols-3 min-[700px]:gap-0">
            {steps.map((step, place) => (
              <StepItem
                key={step.name}
                step={step}
                facts={factsOf(step)}
                isLast={place === steps.length - 1}
                chain={chain}
              />
            ))}
          </ol>
        </Section>
      )}
    </TextTwin>
  );
}

function stepFacts({ name, state }: Step, invoice: Invoice, madeTx: string | null): StepFacts {
  const { created_at, expires_at, settled_at, tx_signature } = invoice;
  const plain = (text: string, at: string | null = null, tx: string | null = null) => ({ text, shown: text, at, tx });
  switch (name) {
    case 'made':
      return plain(texts.madeText, created_at, madeTx);
    case 'paid':
      if (state === 'done') return plain(texts.paidText, settled_at, tx_signature);
      if (state === 'ended') return plain(texts.never);
      return {
        ...plain(texts.paidUntil(formatTime(expires_at)?.local ?? expires_at)),
        shown: texts.paidWaiting(<TimeText value={expires_at} />),
      };
    case 'settled':
      if (state === 'done') return plain(texts.settledText);
      return plain(state === 'now' ? texts.confirming : texts.settledWaiting);
    case 'expired':
      return plain(texts.expiredText, expires_at);
  }
}

interface StepItemProps {
  readonly step: Step;
  readonly facts: StepFacts;
  readonly isLast: boolean;
  readonly chain: Invoice['chain'];
}

function StepItem({ step: { name, state }, facts: { shown, at, tx }, isLast, chain }: StepItemProps) {
  const { icon: Icon, look } = name === 'expired' ? EXPIRED : SIGNS[state];
  const line = `${state === 'done' ? 'bg-verified' : 'bg-line-strong'} forced-colors:bg-[CanvasText]`;
  return (
    <li data-step={name} data-state={state} className="relative flex gap-3 min-[700px]:block">
      <div className="flex items-center max-[699px]:flex-col">
        <span
          aria-hidden="true"
          className={`inline-flex size-8 shrink-0 items-center justify-center rounded-full border-2 ${look}`}
        >
          <Icon size={16} />
        </span>
        {!isLast && (
          <span
            aria-hidden="true"
            className={`min-[700px]:h-0.5 min-[700px]:grow max-[699px]:w-0.5 max-[699px]:grow ${line}`}
          />
        )}
      </div>
      <div className="min-w-0 min-[700px]:mt-2 min-[700px]:pe-6">
        <h3 className={`text-14 ${state === 'ahead' || state === 'ended' ? 'text-muted' : ''}`}>
          {texts[name]} <span className="sr-only">{texts.states[state]}</span>
        </h3>
        {at !== null && (
          <p className="text-13">
            <TimeText value={at} />
          </p>
        )}
        <p className="text-13 text-muted">{shown}</p>
        {tx !== null && (
          <Link
            to="/ledger"
            search={{ chain, view: 'anchors', tx }}
            className="-mx-1 inline-flex min-h-6 items-center rounded px-1 text-13 text-accent underline underline-offset-2 hover:bg-sunken"
          >
            {texts.ledger}
          </Link>
        )}
      </div>
    </li>
  );
}
