import type { Approval } from '../../../../parts/approval/waiting.ts';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { Badge } from '../../../../ui/badge.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { Cell, Row, Table } from '../../../../ui/table.tsx';
import { words } from '../../../../words/record/agents-approvals.ts';

const { detail: texts } = words;
const COLUMNS = [
  { id: 'decision', title: texts.columns.decision },
  { id: 'approver', title: texts.columns.approver },
  { id: 'by', title: texts.columns.by },
  { id: 'time', title: texts.columns.time },
  { id: 'receipt', title: texts.columns.receipt },
] as const;

export interface DecisionsProps {
  readonly decisions: Approval['decisions'];
  readonly now: number;
}

/** Who decided what, in whose name and by which key. */
export function Decisions({ decisions, now }: DecisionsProps) {
  return (
    <Table caption={texts.decisionsCaption} columns={COLUMNS}>
      {decisions.map(({ node_id, approver, decision, decided_by, decided_by_requester, decided_at }) => (
        <Row key={node_id}>
          <Cell isHeader noWrap>
            <StatusMark
              look={decision === 'approve' ? 'verified' : 'failed'}
              label={texts.choices[decision]}
              size="small"
            />
          </Cell>
          <Cell>
            <FileText text={approver} limit={80} />
          </Cell>
          <Cell>
            {decided_by === null ? texts.byConsole : texts.byKey(decided_by)}{' '}
            {decided_by_requester && <Badge tone="inconclusive">{texts.byRequester}</Badge>}
          </Cell>
          <Cell noWrap>
            <AgoText value={decided_at} now={now} />
          </Cell>
          <Cell noWrap>
            <code className="text-12 text-muted">{node_id}</code>{' '}
            <CopyText value={node_id} label={texts.receiptLabel} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
