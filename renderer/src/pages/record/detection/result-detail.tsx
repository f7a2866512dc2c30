import { HEURISTIC_NOTICE } from '@touchstone/core/detection/finding.ts';
import { Download, Printer } from 'lucide-react';
import { downloadText, printPage } from '../../../parts/download/download.ts';
import { ObjectSign } from '../../../parts/objects/object-tile.tsx';
import type { FactItem } from '../../../parts/page/facts.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { VerdictBox } from '../../../parts/report/verdict-box.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { FileText } from '../../../ui/file-text.tsx';
import { Section } from '../../../ui/section.tsx';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../ui/table.tsx';
import { words } from '../../../words/record/detection.ts';
import { AlgorithmsDetail } from './algorithms-detail.tsx';
import { SeverityBadge } from './columns.tsx';
import { type Result, subjectOf, useResults } from './results.ts';
import { useDetectionSearch } from './search.ts';
import { TimingsDetail } from './timings-detail.tsx';

const { result: texts } = words;
const CRUMBS = [{ title: words.title, to: '/detection' }];

type VerdictName = keyof typeof texts.verdicts;

/** What was not found is not shown to be absent: nothing here is verified. */
const LOOKS: Readonly<Record<VerdictName, StatusLook>> = {
  leak_suspected: 'failed',
  none_found: 'inconclusive',
  undetermined: 'skipped',
  harvest_now_decrypt_later: 'failed',
  bulk_collection: 'failed',
  none: 'inconclusive',
  good: 'inconclusive',
  fair: 'pending',
  poor: 'failed',
  critical: 'failed',
};

/** A result of this window: the verdict, what it rests on, and that it is a heuristic. */
export function ResultDetail({ id }: { readonly id: string }) {
  const result = useResults().find((one) => one.id === id);
  if (result === undefined) {
    return (
      <Page title={texts.one} crumbs={CRUMBS} place={id}>
        <EmptyState title={texts.gone} icon={<ObjectSign kind="finding" />}>
          <p>{texts.goneText}</p>
        </EmptyState>
      </Page>
    );
  }
  return <Shown result={result} />;
}

function Shown({ result }: { readonly result: Result }) {
  const { setSearch } = useDetectionSearch();
  const { id, kind, answer } = result;
  const verdict = verdictOf(result);
  const save = () => downloadText(`detection-${id}.json`, `${JSON.stringify(savedResult(result), null, 2)}\n`);
  return (
    <Page
      title={subjectOf(result)}
      crumbs={CRUMBS}
      place={id}
      state={<EmbeddedBadge word={words.heuristic}>{words.heuristicText}</EmbeddedBadge>}
      facts={factsOf(result)}
      action={
        <Button variant="primary" onPress={() => setSearch({ act: kind }, 'push')}>
          {texts.again}
        </Button>
      }
      more={[
        {
          id: 'print',
          title: texts.print,
          icon: <Printer aria-hidden size={15} />,
          // The menu leaves the page before it is printed.
          onAction: () => void setTimeout(() => void printPage(`detection-${id}.pdf`), 300),
        },
        { id: 'save', title: texts.save, icon: <Download aria-hidden size={15} />, onAction: () => void save() },
      ]}
    >
      <div className="space-y-8">
        <VerdictBox
          look={LOOKS[verdict]}
          word={texts.verdicts[verdict]}
          text={{
            title: words.title,
            lines: () => [
              HEURISTIC_NOTICE,
              ...answer.findings.map(({ finding, evidence }) => `${finding} ${evidence}`),
            ],
          }}
        >
          <p>{HEURISTIC_NOTICE}</p>
          {result.kind === 'traffic' && <p>{result.answer.recommended_action}</p>}
        </VerdictBox>
        <Section title={texts.findings} lead={texts.guide}>
          {answer.findings.length === 0 ? (
            <p className="text-muted">{texts.noFindings}</p>
          ) : (
            <FindingTable findings={answer.findings} />
          )}
        </Section>
        {result.kind === 'timings' && <TimingsDetail body={result.body} answer={result.answer} />}
        {result.kind === 'algorithms' && <AlgorithmsDetail body={result.body} answer={result.answer} />}
      </div>
    </Page>
  );
}

function FindingTable({ findings }: { readonly findings: Result['answer']['findings'] }) {
  const { columns } = texts;
  return (
    <Table
      caption={texts.findingTable}
      columns={[
        { id: 'severity', title: columns.severity },
        { id: 'finding', title: columns.finding },
        { id: 'evidence', title: columns.evidence },
      ]}
    >
      {findings.map(({ rule, severity, finding, evidence }) => (
        <Row key={`${rule} ${finding}`}>
          <Cell noWrap>
            <SeverityBadge severity={severity} />
          </Cell>
          <Cell isHeader>
            <FileText text={finding} limit={300} />
          </Cell>
          <Cell>
            <FileText text={evidence} limit={400} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

function verdictOf(result: Result): VerdictName {
  if (result.kind === 'timings') return result.answer.verdict;
  return result.kind === 'traffic' ? result.answer.threat_type : result.answer.overall_health;
}

function factsOf(result: Result): readonly FactItem[] {
  const { kind, answer } = result;
  const at = { label: texts.checked, value: <AgoText value={result.at} now={Math.max(result.at, Date.now())} /> };
  const found = { label: texts.findings, value: texts.findingsOf(answer.findings.length) };
  const measured =
    kind === 'algorithms'
      ? { label: texts.score, value: String(answer.score) }
      : { label: texts.confidence, value: answer.confidence.toFixed(2) };
  return [measured, found, { label: words.list.kind, value: words.kinds[kind] }, at];
}

/** What was sent and what was answered. */
function savedResult({ kind, at, body, answer }: Result): object {
  return { kind, checked_at: new Date(at).toISOString(), request: body, answer };
}
