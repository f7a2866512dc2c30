import { useQuery } from '@tanstack/react-query';
import type { SettlementState } from '@touchstone/core/commerce/settlement.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { STATUS_LOOKS } from './checked-payment.tsx';
import type { Invoice } from './invoice-items.ts';
import { verifiedQuery } from './queries.ts';

const { open: texts, verify } = words;

export interface PublicAnswerProps {
  readonly invoice: Invoice;
  /** Asked anew when it changes. */
  readonly state: SettlementState;
}

/** What anybody who has the commitment is told of an invoice. */
export function PublicAnswer({ invoice: { commitment, chain }, state }: PublicAnswerProps) {
  const { data, error, refetch } = useQuery(verifiedQuery(commitment, chain, state));
  return (
    <Section title={texts.title} lead={texts.lead}>
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <p className="min-h-20 text-muted">{texts.asking}</p>}
      {data !== undefined && (
        <div className="space-y-2 rounded border border-line bg-surface px-4 py-3" data-status={data.status}>
          <StatusMark look={STATUS_LOOKS[data.status]} label={verify.statuses[data.status].word} />
          <p>{verify.statuses[data.status].text(chainNames[chain])}</p>
          <ul className="list-disc space-y-1 ps-5 text-13 text-muted">
            <li>{texts.seen}</li>
            <li>{texts.hidden}</li>
          </ul>
          <p className="text-13 text-muted">{texts.at(<TimeText value={data.verified_at} />)}</p>
        </div>
      )}
    </Section>
  );
}
