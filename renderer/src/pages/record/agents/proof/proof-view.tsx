import { Link, useNavigate } from '@tanstack/react-router';
import { mayHaveRun } from '@touchstone/core/agent/act-outcome.ts';
import { Download, FileCheck } from 'lucide-react';
import { formatCount } from '../../../../lib/format.ts';
import { LongValue } from '../../../../parts/bytes/long-value.tsx';
import { downloadText } from '../../../../parts/download/download.ts';
import { JsonTree } from '../../../../parts/json/json-tree.tsx';
import { VerdictBox } from '../../../../parts/report/verdict-box.tsx';
import { openInVerify } from '../../../../parts/verification/open-in-verify.ts';
import { Button } from '../../../../ui/button.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../../ui/progress-bar.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useAgents } from '../agents-list/use-agent-names.ts';
import type { AgentSession, NodeProof } from '../data/queries.ts';
import { rowStatus, statusNumber, statusOf } from '../data/row-status.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { comparisons, proofVerdict, redactionSentence } from './proof-words.ts';
import { useHashOf, useProofCheck } from './use-proof-check.ts';

export interface ProofViewProps {
  readonly proof: NodeProof;
  /** The receipt before it in the session; null where that is not known. */
  readonly beforeId: string | null;
  /** The hash that the service has stored for this receipt; null where it is not at hand. */
  readonly statedHash: string | null;
  readonly session: AgentSession | null;
}

/** One receipt with its proof: what is stated beside what is recomputed, its contents, what follows from it and what not. */
export function ProofView({ proof, beforeId, statedHash, session }: ProofViewProps) {
  const check = useProofCheck(proof);
  const beforeHash = useHashOf(beforeId);
  if (check.status === 'busy') {
    return (
      <div className="min-h-40">
        <ProgressBar label="Recomputing the proof in this window" />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      {check.status === 'broke' ? (
        <VerdictBox look="skipped" word="Not recomputed">
          <p>The worker of this page stopped. Nothing was concluded; open the receipt again.</p>
        </VerdictBox>
      ) : (
        <Recomputed proof={proof} found={comparisons(proof, check.report, { beforeHash, statedHash, session })} />
      )}
      <Contents proof={proof} />
      <Meaning isSealed={proof.svc_74_attestation !== null} />
    </div>
  );
}

function Recomputed({ proof, found }: { readonly proof: NodeProof; readonly found: ReturnType<typeof comparisons> }) {
  const { look, word } = proofVerdict(found);
  return (
    <>
      <VerdictBox look={look} word={word}>
        <p>
          {look === 'failed'
            ? 'What this window recomputes is not what is stated. The receipt, the one beside it or the proof was changed.'
            : 'What this window recomputed from the receipt is what is stated. The key itself is vouched for by the seal of the registration, not by this page.'}
        </p>
      </VerdictBox>
      <ComparisonTable found={found} />
      <Disclosure title={`Merkle path, ${formatCount(proof.merkle_proof.length)} hashes`}>
        <p className="text-muted">
          From the leaf to the root of a tree of {formatCount(proof.tree_size)}{' '}
          {proof.tree_size === 1 ? 'leaf' : 'leaves'}.
        </p>
        {proof.merkle_proof.length > 0 && (
          <ol className="mt-2 space-y-1">
            {proof.merkle_proof.map(({ hash, side }, step) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no identity but its place
              <li key={step} className="flex flex-wrap gap-x-2">
                <span className="w-10 shrink-0 text-muted">{side}</span>
                <code className="min-w-0 text-12 break-all">{hash}</code>
              </li>
            ))}
          </ol>
        )}
      </Disclosure>
    </>
  );
}

function Contents({ proof }: { readonly proof: NodeProof }) {
  const { receipt, svc_74_attestation: handle } = proof;
  const rule = receipt.details.violation?.rule ?? receipt.details.rule ?? null;
  const navigate = useNavigate();
  const name = `${receipt.node_id}.json`;
  const text = `${JSON.stringify(proof, null, 2)}\n`;
  const agent = useAgents().get(receipt.agent_id);
  const redaction = redactionSentence(receipt, agent?.redaction_level ?? null);
  return (
    <>
      <h3 className="text-14">What it says</h3>
      <FactList>
        <Fact name="Action">
          <FileText text={receipt.action_type} isMono />
        </Fact>
        {receipt.action_summary !== '' && (
          <Fact name="Summary">
            <FileText text={receipt.action_summary} />
          </Fact>
        )}
        <Fact name="Outcome">{rowStatus(statusNumber(statusOf(receipt))).word}</Fact>
        {rule !== null && (
          <Fact name="Rule that decided">
            <FileText text={rule} isMono />
          </Fact>
        )}
        {mayHaveRun({ ...receipt, details: { ...receipt.details } }) && (
          <Fact name="Note">An output is recorded with the refusal, so the act may have run.</Fact>
        )}
        <Fact name="Time, stated by the service">
          <TimeText value={receipt.timestamp} />
        </Fact>
        <Fact name="Input">
          <HashText value={receipt.input_hash} label="hash of the input" />
        </Fact>
        <Fact name="Output">
          {receipt.output_hash === '' ? (
            <span className="text-muted">None</span>
          ) : (
            <HashText value={receipt.output_hash} label="hash of the output" />
          )}
        </Fact>
        {handle !== null && (
          <Fact name="Handle of the seal">
            <HashText value={handle} label="handle of the seal" />
            <br />
            <Link to="/receipts" search={{ name: handle }} className="text-accent underline underline-offset-2">
              Verify the receipt of the seal
            </Link>
          </Fact>
        )}
      </FactList>
      {redaction !== null && <p className="max-w-prose rounded bg-sunken px-3 py-2">{redaction}</p>}
      <Disclosure title="Details, key and signature">
        <div className="space-y-2">
          <JsonTree document={{ ...receipt.details }} label="the details" />
          <LongValue value={proof.agent_public_key} label="public key of the agent" />
          <LongValue value={proof.signature} label="signature" />
        </div>
      </Disclosure>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<FileCheck aria-hidden size={14} />}
          onPress={() => {
            const file = new File([text], name, { type: 'application/json' });
            void openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
              cameFrom: `receipt ${receipt.node_id}`,
            });
          }}
        >
          Verify the proof under this machine's trust
        </Button>
        <Button size="small" icon={<Download aria-hidden size={14} />} onPress={() => void downloadText(name, text)}>
          Save the proof
        </Button>
      </div>
    </>
  );
}

function Meaning({ isSealed }: { readonly isSealed: boolean }) {
  return (
    <Disclosure title="What this proves, and what not">
      <ul className="max-w-prose list-disc space-y-1 ps-5">
        <li>It proves that these contents were recorded in this place of the chain and were not changed since.</li>
        <li>
          The service holds the keys of agents: a signature means that the service recorded this for the API key that
          called, not that the agent itself signed.
        </li>
        <li>It does not prove that the act took place, or that the hashes belong to real data.</li>
        <li>
          {isSealed
            ? 'The seal shows that no recorded receipt is missing, not that the agent reported everything that it did.'
            : 'Before the seal it does not show that the session is complete.'}
        </li>
        <li>Times are the clock of the service: claimed, never running backwards, not proven.</li>
        <li>Hashes are not salted: whoever knows a short input can guess it from its hash.</li>
      </ul>
    </Disclosure>
  );
}
