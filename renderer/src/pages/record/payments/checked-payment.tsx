import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { commerce } from '@touchstone/core/api/privacy/commerce.ts';
import { PenLine } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { words } from '../../../words/record/payments.ts';
import { ALL_INVOICES } from './all-invoices.ts';
import { verifiedQuery } from './queries.ts';
import { usePaymentsSearch } from './search.ts';

const { verify: texts } = words;

type Answer = OutputOf<typeof commerce.verify>;

export const STATUS_LOOKS: Readonly<Record<Answer['status'], StatusLook>> = {
  pending: 'pending',
  settled: 'verified',
  expired: 'failed',
  unknown: 'failed',
};

export interface CheckedPaymentProps {
  readonly commitment: string;
  readonly chain: ChainName;
}

/** The public answer about a commitment: whether it is that of an invoice, and whether it was paid. */
export function CheckedPayment({ commitment, chain }: CheckedPaymentProps) {
  const { setSearch } = usePaymentsSearch();
  const { data, error, refetch } = useQuery(verifiedQuery(commitment, chain));
  const name = chainNames[chain];
  return (
    <Page
      title={texts.title}
      crumbs={ALL_INVOICES}
      place={`${commitment} ${chain}`}
      state={<EmbeddedBadge word={words.embedded}>{words.embeddedOn(name)}</EmbeddedBadge>}
      action={
        <Button
          variant="primary"
          icon={<PenLine aria-hidden size={15} />}
          onPress={() => setSearch({ act: 'check' }, 'push')}
        >
          {texts.change}
        </Button>
      }
    >
      {error !== null && <RequestError error={error} what={texts.answer} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ProgressBar label={texts.busy} />}
      {data !== undefined && (
        <div className="space-y-8">
          <VerdictBox look={STATUS_LOOKS[data.status]} word={texts.statuses[data.status].word}>
            <p>{texts.statuses[data.status].text(name)}</p>
          </VerdictBox>
          <Section title={texts.about}>
            <FactList>
              <Fact name={texts.commitment}>
                <HashText value={data.commitment} label={words.detail.commitmentLabel} />
              </Fact>
              <Fact name={texts.chain}>{name}</Fact>
              <Fact name={texts.at}>
                <TimeText value={data.verified_at} />
              </Fact>
            </FactList>
            <p className="mt-4 max-w-prose text-muted">{texts.limits}</p>
          </Section>
        </div>
      )}
    </Page>
  );
}
