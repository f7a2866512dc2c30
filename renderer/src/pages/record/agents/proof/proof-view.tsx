import { Link, useNavigate } from '@tanstack/react-router';
import { mayHaveRun } from '@touchstone/core/agent/act-outcome.ts';
import { Download, FileCheck } from 'lucide-react';
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
import { words } from '../../../../words/record/agents-session-proof.ts';
import { useAgents } from '../agents-list/use-agent-names.ts';
import type { AgentSession, NodeProof } from '../data/queries.ts';
import { rowStatus, statusNumber, statusOf } from '../data/row-status.ts';
import { ComparisonTable } from './comparison-table.tsx';
import { comparisons, proofVerdict, redactionSentence } from './proof-words.ts';
import { useHashOf, useProofCheck } from './use-proof-check.ts';

const { contents: texts, meaning } = words;

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
        <ProgressBar label={words.busy} />
      </div>
    );
  }
  return (
    <div className="space-y-3">
      {check.status === 'broke' ? (
        <VerdictBox look="skipped" word={words.stopped}>
          <p>{words.stoppedText}</p>
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
        <p>{look === 'failed' ? words.failsText : words.holdsText}</p>
      </VerdictBox>
      <ComparisonTable found={found} />
      <Disclosure title={words.path.title(proof.merkle_proof.length)}>
        <p className="text-muted">{words.path.text(proof.tree_size)}</p>
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
      <h3 className="text-14">{texts.title}</h3>
      <FactList>
        <Fact name={texts.action}>
          <FileText text={receipt.action_type} isMono />
        </Fact>
        {receipt.action_summary !== '' && (
          <Fact name={texts.summary}>
            <FileText text={receipt.action_summary} />
          </Fact>
        )}
        <Fact name={texts.outcome}>{rowStatus(statusNumber(statusOf(receipt))).word}</Fact>
        {rule !== null && (
          <Fact name={texts.rule}>
            <FileText text={rule} isMono />
          </Fact>
        )}
        {mayHaveRun({ ...receipt, details: { ...receipt.details } }) && (
          <Fact name={texts.note}>{texts.mayHaveRun}</Fact>
        )}
        <Fact name={texts.time}>
          <TimeText value={receipt.timestamp} />
        </Fact>
        <Fact name={texts.input}>
          <HashText value={receipt.input_hash} label={texts.inputLabel} />
        </Fact>
        <Fact name={texts.output}>
          {receipt.output_hash === '' ? (
            <span className="text-muted">{texts.none}</span>
          ) : (
            <HashText value={receipt.output_hash} label={texts.outputLabel} />
          )}
        </Fact>
        {handle !== null && (
          <Fact name={texts.handle}>
            <HashText value={handle} label={texts.handleLabel} />
            <br />
            <Link to="/receipts" search={{ name: handle }} className="text-accent underline underline-offset-2">
              {texts.verifySeal}
            </Link>
          </Fact>
        )}
      </FactList>
      {redaction !== null && <p className="max-w-prose rounded bg-sunken px-3 py-2">{redaction}</p>}
      <Disclosure title={texts.more}>
        <div className="space-y-2">
          <JsonTree document={{ ...receipt.details }} label={texts.detailsLabel} />
          <LongValue value={proof.agent_public_key} label={texts.keyLabel} />
          <LongValue value={proof.signature} label={texts.signatureLabel} />
        </div>
      </Disclosure>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<FileCheck aria-hidden size={14} />}
          onPress={() => {
            const file = new File([text], name, { type: 'application/json' });
            void openInVerify([{ name, file }], () => navigate({ to: '/verify', search: {} }), {
              cameFrom: words.cameFrom(receipt.node_id),
            });
          }}
        >
          {texts.verify}
        </Button>
        <Button size="small" icon={<Download aria-hidden size={14} />} onPress={() => void downloadText(name, text)}>
          {texts.save}
        </Button>
      </div>
    </>
  );
}

function Meaning({ isSealed }: { readonly isSealed: boolean }) {
  return (
    <Disclosure title={meaning.title}>
      <ul className="max-w-prose list-disc space-y-1 ps-5">
        <li>{meaning.proves}</li>
        <li>{meaning.keys}</li>
        <li>{meaning.act}</li>
        <li>{isSealed ? meaning.sealed : meaning.unsealed}</li>
        <li>{meaning.times}</li>
        <li>{meaning.hashes}</li>
      </ul>
    </Disclosure>
  );
}
