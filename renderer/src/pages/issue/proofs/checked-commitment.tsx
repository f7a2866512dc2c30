import { useQuery } from '@tanstack/react-query';
import type { ChainName } from '@touchstone/core/api/common.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import type { privacy } from '@touchstone/core/api/privacy/privacy.ts';
import { parseIsoTime } from '@touchstone/core/time.ts';
import { PenLine } from 'lucide-react';
import { client } from '../../../lib/client.ts';
import { Page } from '../../../parts/page/page.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { RequestError } from '../../../parts/work/request-error.tsx';
import { Button } from '../../../ui/button.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { HashText } from '../../../ui/hash-text.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { TimeText } from '../../../ui/time-text.tsx';
import { words } from '../../../words/issue/proofs.ts';
import { words as chainNames } from '../../../words/parts/chain-names.ts';
import { ALL_PROOFS } from './all-proofs.ts';
import { claimTitle } from './claim-title.ts';
import { type Comparison, compareWith, type Expectation, isBearer } from './expectation.ts';
import { type Proof, proofQuery } from './queries.ts';
import { useProofsSearch } from './search.ts';

const { verify: texts } = words;

type Answer = OutputOf<typeof privacy.verify>;

export interface CheckedCommitmentProps {
  readonly commitment: string;
  readonly chain: ChainName;
  readonly expected: Expectation;
}

/** What the service answers to a relying party about a commitment, and why. */
export function CheckedCommitment({ commitment, chain, expected }: CheckedCommitmentProps) {
  const { setSearch } = useProofsSearch();
  const { data, error, refetch } = useQuery({
    queryKey: ['proofs', 'verified', commitment, chain, expected],
    queryFn: ({ signal }) => client.privacy.privacy.verify({ body: { commitment, chain, expected } }, { signal }),
  });
  // Why something does not fit is read from the proof, which is public until it expires.
  const proof = useQuery({ ...proofQuery(commitment), enabled: data?.attestation_type != null }).data ?? null;
  return (
    <Page
      title={texts.title}
      crumbs={ALL_PROOFS}
      place={`${commitment} ${chain}`}
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
      {error !== null && <RequestError error={error} what={texts.what} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <ProgressBar label={texts.busy} />}
      {data !== undefined && <Verdict answer={data} proof={proof} expected={expected} />}
    </Page>
  );
}

interface VerdictProps {
  readonly answer: Answer;
  readonly proof: Proof | null;
  readonly expected: Expectation;
}

function Verdict({ answer, proof, expected }: VerdictProps) {
  const { setSearch } = useProofsSearch();
  const { valid, commitment, chain, attestation_type: type, expires_at: until } = answer;
  const claim = type === null ? null : claimTitle(type, proof?.public_inputs ?? null);
  const compared = proof === null ? [] : compareWith(expected, proof);
  const sentence = valid && claim !== null ? texts.validText(claim, chainNames[chain]) : reasonOf(answer, compared);
  const lines = () => [
    sentence,
    ...compared.map(({ name, expected: wanted, found, isEqual }) =>
      texts.textLine(name, wanted, found ?? texts.unread, isEqual ? texts.equal : texts.different),
    ),
  ];
  return (
    <div className="space-y-8">
      <VerdictBox
        look={valid ? 'verified' : 'failed'}
        word={valid ? texts.valid : texts.invalid}
        text={{ title: texts.title, lines }}
        actions={
          type === null ? undefined : (
            <Button onPress={() => setSearch({ checked: undefined, chain: undefined, proof: commitment }, 'push')}>
              {texts.open}
            </Button>
          )
        }
      >
        <p>{sentence}</p>
      </VerdictBox>
      {valid && isBearer(expected) && (
        <div className="rounded border border-inconclusive bg-inconclusive-soft px-4 py-3">
          <StatusMark look="inconclusive" label={texts.bearer} />
          <p className="mt-1 max-w-prose">{texts.bearerText}</p>
        </div>
      )}
      <div className="grid gap-x-12 gap-y-8 min-[1100px]:grid-cols-2">
        <Section title={texts.about}>
          <FactList>
            <Fact name={texts.commitment}>
              <HashText value={commitment} label={words.detail.commitmentLabel} />
            </Fact>
            <Fact name={texts.chain}>{chainNames[chain]}</Fact>
            {claim !== null && (
              <Fact name={texts.claim}>
                <FileText text={claim} />
              </Fact>
            )}
            {until !== null && (
              <Fact name={texts.until}>
                <TimeText value={until} />
              </Fact>
            )}
            <Fact name={texts.at}>
              <TimeText value={answer.verified_at} />
            </Fact>
          </FactList>
        </Section>
        {compared.length > 0 && <Compared rows={compared} />}
      </div>
    </div>
  );
}

/** Why a commitment is not valid. The service answers no reason, so it is read from what else it says. */
function reasonOf(
  { attestation_type, chain, expires_at, verified_at }: Answer,
  compared: readonly Comparison[],
): string {
  const { reasons } = texts;
  if (attestation_type === null) return reasons.unknown(chainNames[chain]);
  if (expires_at !== null && (parseIsoTime(expires_at) ?? 0) <= (parseIsoTime(verified_at) ?? 0))
    return reasons.expired;
  return compared.some(({ isEqual }) => !isEqual) ? reasons.differs : reasons.notAnchored(chainNames[chain]);
}

const COLUMNS = [
  { id: 'what', title: texts.columns.what },
  { id: 'expected', title: texts.columns.expected },
  { id: 'found', title: texts.columns.found },
  { id: 'result', title: texts.columns.result },
] as const;

function Compared({ rows }: { readonly rows: readonly Comparison[] }) {
  return (
    <Section title={texts.compared}>
      <Table caption={texts.comparedCaption} columns={COLUMNS}>
        {rows.map(({ name, expected, found, isEqual }) => (
          <Row key={name}>
            <Cell isHeader noWrap>
              <code className="text-13">{name}</code>
            </Cell>
            <Cell>
              <FileText text={expected} limit={300} />
            </Cell>
            <Cell>{found === null ? texts.unread : <FileText text={found} limit={300} />}</Cell>
            <Cell noWrap>
              <StatusMark
                size="small"
                look={isEqual ? 'verified' : 'failed'}
                label={isEqual ? texts.equal : texts.different}
              />
            </Cell>
          </Row>
        ))}
      </Table>
    </Section>
  );
}
