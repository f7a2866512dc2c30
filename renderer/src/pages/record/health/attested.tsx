import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/record/health.ts';
import { attestationQuery } from './queries.ts';

const { attested: texts } = words;

export interface AttestedProps {
  readonly tx: string;
  /** Undefined where the server did not say on which chain it is. */
  readonly chain: ChainName | undefined;
}

/** What came of an attestation: the transaction to keep, and its anchor on the ledger. */
export function Attested({ tx, chain }: AttestedProps) {
  return (
    <Section
      title={texts.title}
      aside={
        chain !== undefined && (
          <a className={buttonClass('quiet', 'small')} href={`#/ledger?chain=${chain}&tx=${tx}`}>
            {texts.open}
          </a>
        )
      }
    >
      <div className="space-y-3 border-y border-line py-3">
        {chain !== undefined && <AnchorState tx={tx} chain={chain} />}
        <FactList>
          <Fact name={texts.transaction}>
            <HashText value={tx} label={texts.transactionLabel} />
            <p className="text-13 text-muted">{texts.keep}</p>
          </Fact>
          {chain !== undefined && (
            <Fact name={texts.network}>
              <code>{`embedded:${chain}`}</code>
            </Fact>
          )}
        </FactList>
      </div>
    </Section>
  );
}

/** Followed until it is confirmed. */
function AnchorState({ tx, chain }: { readonly tx: string; readonly chain: ChainName }) {
  const { data, error, refetch } = useQuery(attestationQuery(chain, tx));
  const isConfirmed = data?.anchor.confirmed === true;
  return (
    <>
      <div role="status" className="space-y-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusMark
            look={isConfirmed ? 'verified' : 'pending'}
            label={isConfirmed ? texts.confirmed : texts.pending}
          />
          <EmbeddedBadge>{texts.embedded}</EmbeddedBadge>
        </div>
        {!isConfirmed && (
          <p className="text-muted">
            {data === undefined ? texts.asking : texts.confirmations(data.anchor.confirmations)}
          </p>
        )}
      </div>
      {error !== null && <RequestError error={error} what={texts.unread} onRetry={() => void refetch()} />}
    </>
  );
}
