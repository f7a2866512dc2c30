import type { Approval } from '../../../../parts/approval/waiting.ts';
import type { GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { ObjectTile } from '../../../../parts/objects/object-tile.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { words } from '../../../../words/record/agents-approvals.ts';
import { approvedBy, type SortKey } from './approval-items.ts';
import { ApprovalStateMark } from './state-mark.tsx';

const { columns: titles } = words.list;

/** What is asked, how long it waits or how it was decided, by whom it was asked and when. */
export function approvalColumns(
  nameOf: (agentId: string) => string,
  now: number,
): readonly GridColumn<Approval, SortKey>[] {
  return [
    {
      id: 'request',
      title: titles.request,
      width: 180,
      grows: 4,
      isVital: true,
      look: 'font-medium',
      cell: ({ summary }) => (
        <span className="flex items-center gap-2.5">
          <ObjectTile kind="approval" />
          <span className="min-w-0 truncate">
            {summary === '' ? (
              <span className="font-normal text-muted">{words.noSummary}</span>
            ) : (
              <FileText text={summary} isLine limit={200} />
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'state',
      title: titles.state,
      width: 158,
      grows: 0,
      isVital: true,
      look: 'tabular-nums',
      cell: (approval) => <ApprovalStateMark approval={approval} now={now} />,
    },
    {
      id: 'votes',
      title: titles.votes,
      width: 88,
      grows: 0,
      look: 'tabular-nums',
      cell: ({ decisions, threshold }) => words.list.votes(approvedBy(decisions), threshold),
    },
    {
      id: 'agent',
      title: titles.agent,
      width: 130,
      grows: 1,
      cell: ({ agent_id }) => <FileText text={nameOf(agent_id)} isLine limit={200} />,
    },
    {
      id: 'asked',
      title: titles.asked,
      width: 104,
      grows: 0,
      look: 'text-muted',
      cell: ({ requested_at }) => <AgoText value={requested_at} now={now} />,
    },
  ];
}
