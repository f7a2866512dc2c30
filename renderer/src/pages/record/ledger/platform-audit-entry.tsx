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
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { StatusIcon, type StatusLook } from '../../../ui/status-mark.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/record/ledger.ts';
import type { AuditItem } from './queries.ts';
import { useLedgerSearch } from './search.ts';

type Verified = OutputOf<typeof blockchain.verifyAudit>;
type CheckName = keyof Verified['checks'];
type Outcome = Verified['checks'][CheckName];

const { entry: texts } = words.audit;

/** In the order in which they rest on each other. */
const CHECK_NAMES = [
  'entry',
  'link',
  'signature',
  'anchor',
  'block',
  'confirmations',
] as const satisfies readonly CheckName[];

const LOOKS: Readonly<Record<Outcome, StatusLook>> = { passed: 'verified', failed: 'failed', pending: 'pending' };

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
    <Dialog title={texts.title} size="wide" isOpen onOpenChange={(isOpen) => !isOpen && onClose()}>
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <ProgressBar label={texts.checking} />}
      {data !== undefined && <Checks auditId={item.auditId} verified={data} />}
      <FactList>
        <Fact name={texts.id}>
          <HashText value={item.auditId} label={texts.idLabel} />
        </Fact>
        <Fact name={texts.action}>
          <FileText text={item.action} />
        </Fact>
        <Fact name={texts.written}>
          <TimeText value={item.timestamp} />
        </Fact>
        <Fact name={texts.network}>
          <code>{item.network}</code>
        </Fact>
        <Fact name={texts.hash}>
          <HashText value={item.hash} label={texts.hashLabel} />
        </Fact>
        <Fact name={texts.transaction}>
          <HashText value={item.blockchainTx} label={texts.transactionLabel} />{' '}
          {chain !== undefined && (
            <Button size="small" onPress={() => open({ chain, tx: item.blockchainTx })}>
              {texts.openAnchor}
            </Button>
          )}
        </Fact>
        <Fact name={texts.signature}>
          <LongValue value={item.signature} label={texts.signatureLabel} />
        </Fact>
      </FactList>
      {item.entry === null ? (
        <p className="text-failed">{texts.damaged}</p>
      ) : (
        <Disclosure title={texts.signed}>
          <JsonTree document={item.entry} label={texts.signedLabel} />
        </Disclosure>
      )}
    </Dialog>
  );
}

function Checks({
  auditId,
  verified: { verified, checks },
}: {
  readonly auditId: string;
  readonly verified: Verified;
}) {
  const outcome = !verified ? 'failed' : Object.values(checks).includes('pending') ? 'pending' : 'verified';
  return (
    <>
      <VerdictBox
        look={outcome}
        word={texts[outcome]}
        text={{
          title: words.text.verificationOf(texts.title),
          lines: () => [
            texts.meanings[outcome],
            words.text.id(auditId),
            ...CHECK_NAMES.map((name) => words.text.check(texts.outcomes[checks[name]], texts.questions[name], name)),
            words.text.check(texts.outcomes.skipped, texts.questions.independent_time, 'independent_time'),
          ],
        }}
      >
        {texts.meanings[outcome]}
      </VerdictBox>
      <ul aria-label={texts.checks} className="divide-y divide-line border-y border-line">
        {CHECK_NAMES.map((name) => (
          <CheckItem key={name} name={name} status={checks[name]} look={LOOKS[checks[name]]}>
            {texts.outcomes[checks[name]]}
          </CheckItem>
        ))}
        <CheckItem name="independent_time" status="not_performed" look="skipped">
          {texts.outcomes.skipped}
        </CheckItem>
      </ul>
    </>
  );
}

interface CheckItemProps {
  readonly name: CheckName | 'independent_time';
  readonly status: string;
  readonly look: StatusLook;
  /** The outcome. */
  readonly children: string;
}

function CheckItem({ name, status, look, children }: CheckItemProps) {
  const weight = look === 'failed' ? 'font-semibold text-failed' : look === 'skipped' ? 'text-muted' : 'font-medium';
  return (
    <li
      data-check={name}
      data-status={status}
      className="grid grid-cols-[20px_1fr] gap-x-3 px-3 py-1.5 sm:grid-cols-[20px_88px_1fr]"
    >
      <span className="pt-px">
        <StatusIcon look={look} />
      </span>
      <span className={weight}>{children}</span>
      <span className={`col-start-2 min-w-0 sm:col-start-3 ${look === 'skipped' ? 'text-muted' : ''}`}>
        {texts.questions[name]}
      </span>
    </li>
  );
}
