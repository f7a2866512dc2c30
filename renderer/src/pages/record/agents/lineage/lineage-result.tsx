import { useMemo } from 'react';
import { DataGrid, type GridColumn } from '../../../../parts/grid/data-grid.tsx';
import { exportActions } from '../../../../parts/list-page/export-actions.tsx';
import { orderList } from '../../../../parts/list-page/list-order.ts';
import { nextSort } from '../../../../parts/list-page/sort-codec.ts';
import { useListOrder } from '../../../../parts/list-page/use-list-order.ts';
import { MoreMenu } from '../../../../parts/page/more-menu.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { Section } from '../../../../ui/section.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-lineage.ts';
import { useAddress } from '../address.ts';
import { useAgentNames } from '../agents-list/use-agent-names.ts';
import { LineageLinks } from './lineage-links.tsx';
import { LineagePicture } from './lineage-picture.tsx';
import {
  isFork,
  type Lineage,
  type LineageBody,
  type LineageNode,
  lineageCsv,
  lineageView,
  nodeStatus,
  readSort,
  type SortKey,
  sortText,
} from './lineage-query.ts';
import { questionWords, startOf } from './lineage-question.ts';

const { answer: texts } = words;

export interface LineageResultProps {
  readonly question: LineageBody;
  /** When the answer came, milliseconds since 1970: receipts are recorded all the time. */
  readonly askedAt: number;
  readonly lineage: Lineage;
  /** Whether the form above asks something else by now. */
  readonly isFormChanged: boolean;
  /** Asks the same from another receipt. */
  readonly onFollow: (id: string) => void;
}

/** The answer under its question: how far it reaches, its graph, and the same as lists of links and receipts. */
export function LineageResult({ question, askedAt, lineage, isFormChanged, onFollow }: LineageResultProps) {
  const { nodes, edges, roots, truncated } = lineage;
  const { goToSession } = useAddress();
  const byId = useMemo(() => new Map(nodes.map((node) => [node.node_id, node])), [nodes]);
  const forks = useMemo(() => nodes.filter(isFork).length, [nodes]);
  const sessions = useMemo(() => new Set(nodes.flatMap(({ session_id }) => session_id ?? [])).size, [nodes]);
  const open = (node: LineageNode | undefined) => {
    if (node === undefined || node.session_id === null) return;
    goToSession(node.session_id, isFork(node) ? { view: 'fork', fork: node.node_id } : { node: node.node_id });
  };
  return (
    <section aria-label={texts.label} className="space-y-6">
      <div>
        <h2 className="text-16 break-words">{questionWords(question)}</h2>
        <div role="status" className="mt-1 flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="font-medium">{texts.summary(nodes.length - forks, sessions, edges.length)}</span>
          {forks > 0 && <StatusMark look="inconclusive" size="small" label={texts.forks(forks)} />}
          {truncated && <StatusMark look="inconclusive" size="small" label={texts.cut} />}
          <span className="text-13 text-muted">{texts.asked(<TimeText value={askedAt} />)}</span>
        </div>
        <p role="status" className="text-pending">
          {isFormChanged && words.form.changed}
        </p>
      </div>
      <LineagePicture lineage={lineage} start={startOf(question)} onOpen={open} onFollow={onFollow} />
      <LineageLinks {...{ edges, roots, byId }} isCut={truncated} onOpen={open} />
      <Receipts lineage={lineage} hasForks={forks > 0} onOpen={open} />
    </section>
  );
}

interface ReceiptsProps {
  readonly lineage: Lineage;
  readonly hasForks: boolean;
  readonly onOpen: (node: LineageNode) => void;
}

/** The graph's twin: all receipts and forks of the answer as a table. */
function Receipts({ lineage, hasForks, onOpen }: ReceiptsProps) {
  const { nodes } = lineage;
  const { search, set } = useAddress();
  const copy = useCopy();
  const nameOf = useAgentNames();
  const columns = useMemo(() => columnsFor(nameOf, Date.now()), [nameOf]);
  const sort = useMemo(() => readSort(search.sort), [search.sort]);
  const view = useMemo(() => lineageView(sort), [sort]);
  const shown = useListOrder(nodes, view);
  return (
    <Section
      title={hasForks ? texts.receiptsAndForks : texts.receipts}
      aside={
        <MoreMenu
          actions={exportActions({
            name: 'lineage',
            csv: () => lineageCsv(orderList(nodes, view)),
            json: () => `${JSON.stringify(lineage, null, 2)}\n`,
          })}
        />
      }
    >
      <DataGrid
        label={texts.grid}
        items={shown}
        columns={columns}
        idOf={idOf}
        sort={sort}
        onSort={(by) => set({ sort: sortText(nextSort(sort, by)) })}
        onOpen={onOpen}
        onCopy={({ node_id }) => void copy(node_id, texts.idLabel)}
        emptyText={texts.none}
      />
      <p className="mt-2 text-13 text-muted">{texts.hint}</p>
    </Section>
  );
}

const { columns: titles } = texts;

function columnsFor(nameOf: (agentId: string) => string, now: number): readonly GridColumn<LineageNode, SortKey>[] {
  return [
    {
      id: 'action',
      title: titles.action,
      width: 190,
      grows: 2,
      isVital: true,
      look: 'font-mono text-12',
      cell: ({ action_type }) => <FileText text={action_type} isLine limit={100} />,
    },
    {
      id: 'status',
      title: titles.status,
      width: 150,
      grows: 0,
      isVital: true,
      cell: (node) => {
        const { word, look } = nodeStatus(node);
        return look === null ? word : <StatusMark look={look} label={word} size="small" />;
      },
    },
    {
      id: 'agent',
      title: titles.agent,
      width: 140,
      grows: 1,
      cell: ({ agent_id }) => <FileText text={nameOf(agent_id)} isLine limit={200} />,
    },
    {
      id: 'time',
      title: titles.time,
      width: 104,
      grows: 0,
      look: 'text-muted',
      cell: ({ timestamp }) => <AgoText value={timestamp} now={now} />,
    },
    {
      id: 'session',
      title: titles.session,
      width: 176,
      grows: 0,
      look: 'font-mono text-12 text-muted',
      cell: ({ session_id }) => session_id ?? texts.registration,
    },
    {
      id: 'id',
      title: titles.id,
      width: 176,
      grows: 0,
      look: 'font-mono text-12 text-muted',
      cell: ({ node_id }) => node_id,
    },
  ];
}

function idOf({ node_id }: LineageNode): string {
  return node_id;
}
