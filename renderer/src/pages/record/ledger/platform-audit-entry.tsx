import { useQuery } from '@tanstack/react-query';
import { CHAIN_NAMES } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { blockchain } from '@touchstone/core/api/platform/blockchain.ts';
import { networkOf } from '@touchstone/core/ledger/anchor.ts';
import { client } from '../../../lib/client.ts';
import { LongValue } from '../../../parts/bytes/long-value.tsx';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusIcon, type StatusLook } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import type { AuditItem } from './queries.ts';
import { useLedgerSearch } from './search.ts';
import { embeddedSentence } from './words.ts';

type Verified = OutputOf<typeof blockchain.verifyAudit>;
type CheckName = keyof Verified['checks'];
type Outcome = Verified['checks'][CheckName];

/** Each check as a question, in the order in which they rest on each other. */
const QUESTIONS: Readonly<Record<CheckName, string>> = {
  entry: 'The stored entry is whole: what lists show of it is what was hashed and signed.',
  link: 'It names the hash of the entry before it, and that entry still has it.',
  signature: 'It is signed by the key set of the service that it names.',
  anchor: 'The ledger accepted the hash of the entry, as an entry of this log, under this transaction.',
  block: 'A block covers the transaction, and the header of the block is signed.',
  confirmations: 'The blocks on top follow and are signed, as many as the block demands.',
};
const CHECK_NAMES = [
  'entry',
  'link',
  'signature',
  'anchor',
  'block',
  'confirmations',
] as const satisfies readonly CheckName[];

const LOOKS: Readonly<Record<Outcome, { readonly word: string; readonly look: StatusLook }>> = {
  passed: { word: 'Passed', look: 'verified' },
  failed: { word: 'Failed', look: 'failed' },
  pending: { word: 'Pending', look: 'pending' },
};

export interface AuditEntryDialogProps {
  readonly item: AuditItem;
  readonly onClose: () => void;
}

/** One entry of the platform's audit log with the server's checks, each as a row. */
export function AuditEntryDialog({ item, onClose }: AuditEntryDialogProps) {
  const { open } = useLedgerSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['ledger', 'platform-audit-verify', item.auditId],
    queryFn: ({ signal }) => client.platform.blockchain.verifyAudit({ params: { auditId: item.auditId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && Object.values(state.data.checks).includes('pending') ? 1_000 : false,
  });
  const chain = CHAIN_NAMES.find((name) => networkOf(name) === item.network);
  return (
    <Dialog title="Audit entry" size="wide" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {error !== null && <RequestError error={error} what="The checks" onRetry={() => void refetch()} />}
      {error === null && data === undefined && <ProgressBar label="The server verifies the entry" />}
      {data !== undefined && <Checks verified={data} />}
      <FactList>
        <Fact name="Entry">
          <HashText value={item.auditId} label="entry id" />
        </Fact>
        <Fact name="Action, as stated">
          <FileText text={item.action} />
        </Fact>
        <Fact name="Written">
          <TimeText value={item.timestamp} />
        </Fact>
        <Fact name="Network">
          <code>{item.network}</code> <EmbeddedBadge>{embeddedSentence(chain ?? null)}</EmbeddedBadge>
        </Fact>
        <Fact name="Hash">
          <HashText value={item.hash} label="hash of the entry" />
        </Fact>
        <Fact name="Transaction">
          <HashText value={item.blockchainTx} label="transaction" />{' '}
          {chain !== undefined && (
            <Button size="small" onPress={() => open({ chain, tx: item.blockchainTx })}>
              Open and verify the anchor in this window
            </Button>
          )}
        </Fact>
        <Fact name="Signature, ML-DSA-65">
          <LongValue value={item.signature} label="signature of the entry" />
        </Fact>
      </FactList>
      {item.entry === null ? (
        <p className="text-failed">The stored text of the entry was damaged and cannot be read.</p>
      ) : (
        <Disclosure title="The signed entry">
          <JsonTree document={item.entry} label="the entry" />
        </Disclosure>
      )}
    </Dialog>
  );
}

function Checks({ verified: { verified, checks } }: { readonly verified: Verified }) {
  const isPending = Object.values(checks).includes('pending');
  const look: StatusLook = !verified ? 'failed' : isPending ? 'pending' : 'verified';
  const word = !verified ? 'Failed' : isPending ? 'Pending' : 'Verified by the server';
  return (
    <>
      <VerdictBox look={look} word={word}>
        {!verified
          ? 'The entry, its signature or its anchor is not what was written. Keep a copy of the data folder before anything else.'
          : isPending
            ? 'Nothing is wrong so far. The chain still confirms the entry; this updates by itself.'
            : 'Nothing was altered since it was written. The entry records what an application stated; whether it happened is not known here.'}
      </VerdictBox>
      <ul aria-label="Checks" className="divide-y divide-line rounded border border-line">
        {CHECK_NAMES.map((name) => {
          const { word: outcome, look: own } = LOOKS[checks[name]];
          return (
            <li
              key={name}
              data-check={name}
              data-status={checks[name]}
              className="grid grid-cols-[20px_1fr] gap-x-3 px-3 py-1.5 sm:grid-cols-[20px_80px_1fr]"
            >
              <span className="pt-px">
                <StatusIcon look={own} />
              </span>
              <span className={own === 'failed' ? 'font-semibold text-failed' : 'font-medium'}>{outcome}</span>
              <span className="col-start-2 min-w-0 sm:col-start-3">{QUESTIONS[name]}</span>
            </li>
          );
        })}
        <li
          data-check="independent_time"
          data-status="not_performed"
          className="grid grid-cols-[20px_1fr] gap-x-3 px-3 py-1.5 sm:grid-cols-[20px_80px_1fr]"
        >
          <span className="pt-px">
            <StatusIcon look="skipped" />
          </span>
          <span className="text-muted">Not checked</span>
          <span className="col-start-2 min-w-0 text-muted sm:col-start-3">
            Independent witnesses confirm the time. The ledger is this server's own.
          </span>
        </li>
      </ul>
    </>
  );
}
