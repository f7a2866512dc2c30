import { useQuery } from '@tanstack/react-query';
import { ChevronDown, ChevronUp, CornerLeftUp, Network, Split, X } from 'lucide-react';
import { memo, useEffect, useId, useRef } from 'react';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button, IconButton } from '../../../../ui/button.tsx';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { useEscape } from '../../../../ui/use-escape.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import { useAgents } from '../agents-list/use-agent-names.ts';
import { durationText } from '../data/clock.ts';
import { type AgentSession, proofQuery } from '../data/queries.ts';
import type { GraphSnapshot } from '../data/session-graph.ts';
import { ForksFrom } from '../fork/forks-from.tsx';
import { ProofView } from '../proof/proof-view.tsx';
import type { ReceiptPlace } from '../rows/place.ts';

const { panel: texts } = words;

export interface NodePanelProps {
  readonly nodeId: string;
  /** Where it stands; null where it is not among the receipts that are loaded. */
  readonly place: ReceiptPlace | null;
  readonly graph: GraphSnapshot;
  readonly session: AgentSession;
  readonly onClose: () => void;
  readonly onShow: (place: ReceiptPlace) => void;
}

/** The receipt that is looked at: what it says, what this window recomputes, what it proves. */
export const NodePanel = memo(function NodePanel({ nodeId, place, graph, session, onClose, onShow }: NodePanelProps) {
  const id = useId();
  useEscape(true, onClose);
  const heading = useFocusWhenLost(nodeId);
  const box = useSightByTouch(nodeId);
  const proof = useQuery(proofQuery(nodeId));
  const { goToSession, goToTab } = useAddress();
  const columns = place === null ? undefined : graph.sessions.get(place.sessionId)?.columns;
  const before = place !== null && place.node > 0 ? place.node - 1 : null;
  const after = place !== null && columns !== undefined && place.node + 1 < columns.count ? place.node + 1 : null;
  const since =
    columns === undefined || place === null || before === null
      ? null
      : (columns.time[place.node] ?? Number.NaN) - (columns.time[before] ?? Number.NaN);
  const child = proof.data?.receipt.details.child_session_id;
  const delegating = place === null ? null : delegatingPlace(graph, place);
  const agents = useAgents();
  const beforeId = () => {
    if (before !== null) return columns?.idAt(before) ?? null;
    if (place === null) return null;
    if (delegating !== null) return graph.sessions.get(delegating.sessionId)?.columns.idAt(delegating.node) ?? null;
    // A session that nobody delegated begins at the registration of its agent.
    const isFirst = session.session_id === place.sessionId && session.parent_session_id === null;
    return isFirst ? (agents.get(session.agent_id)?.node_id ?? null) : null;
  };
  return (
    <section
      ref={box}
      aria-labelledby={id}
      className="min-w-0 border-line max-[1099px]:border-t max-[1099px]:pt-3 min-[1100px]:max-h-[max(20rem,calc(100dvh-18rem))] min-[1100px]:overflow-auto min-[1100px]:border-s min-[1100px]:ps-5"
    >
      <div className="flex items-start gap-1">
        <h2 ref={heading} id={id} tabIndex={-1} className="min-w-0 grow text-16 outline-none">
          {texts.title(place === null ? null : place.node + 1, columns?.count ?? 0)}
          <span className="block text-13 font-normal">
            <code className="break-all">{nodeId}</code> <CopyText key={nodeId} value={nodeId} label={texts.idLabel} />
          </span>
        </h2>
        {place !== null && before !== null && (
          <IconButton
            label={texts.before}
            icon={<ChevronUp aria-hidden size={16} />}
            onPress={() => onShow({ sessionId: place.sessionId, node: before })}
          />
        )}
        {place !== null && after !== null && (
          <IconButton
            label={texts.after}
            icon={<ChevronDown aria-hidden size={16} />}
            onPress={() => onShow({ sessionId: place.sessionId, node: after })}
          />
        )}
        <IconButton label={texts.close} icon={<X aria-hidden size={16} />} onPress={onClose} />
      </div>
      {since !== null && since >= 0 && <p className="text-13 text-muted">{texts.sinceBefore(durationText(since))}</p>}
      <div className="mt-2 flex flex-wrap gap-2">
        {delegating !== null && (
          <Button size="small" icon={<CornerLeftUp aria-hidden size={14} />} onPress={() => onShow(delegating)}>
            {texts.delegating}
          </Button>
        )}
        {child !== undefined && (
          <Button size="small" icon={<Split aria-hidden size={14} />} onPress={() => goToSession(child)}>
            {texts.child}
          </Button>
        )}
        <Button
          size="small"
          icon={<Network aria-hidden size={14} />}
          onPress={() => goToTab('lineage', { start: nodeId })}
        >
          {texts.lineage}
        </Button>
        {place?.sessionId === session.session_id && <ForksFrom sessionId={session.session_id} nodeId={nodeId} />}
      </div>
      <div className="mt-3">
        {proof.isPending && <p className="min-h-40 text-muted">{texts.loading}</p>}
        {proof.error !== null && (
          <RequestError error={proof.error} what={texts.what} onRetry={() => void proof.refetch()} />
        )}
        {proof.data !== undefined && (
          <ProofView
            key={nodeId}
            proof={proof.data}
            beforeId={beforeId()}
            statedHash={place === null ? null : (columns?.hashAt(place.node) ?? null)}
            session={session.session_id === proof.data.receipt.session_id ? session : null}
          />
        )}
      </div>
    </section>
  );
});

/**
 * Another receipt in the panel keeps the pressed button, so that it can be pressed again. Where there is no such button
 * any more, as after the last receipt, the focus goes to the heading.
 */
function useFocusWhenLost(nodeId: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(nodeId);
  useEffect(() => {
    if (before.current === nodeId) return;
    before.current = nodeId;
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [nodeId]);
  return heading;
}

/** Below the tree, as in the window of a telephone, the panel would open out of sight of who touched the row. */
function useSightByTouch(nodeId: string) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for each receipt.
  useEffect(() => {
    if (window.matchMedia('(pointer: coarse) and (width < 1100px)').matches) box.current?.scrollIntoView();
  }, [nodeId]);
  return box;
}

/** For the first receipt of a delegated session: the receipt that delegated. */
function delegatingPlace(graph: GraphSnapshot, { sessionId, node }: ReceiptPlace): ReceiptPlace | null {
  if (node !== 0) return null;
  for (const { id, columns } of graph.sessions.values()) {
    for (const [row, child] of columns.children) if (child === sessionId) return { sessionId: id, node: row };
  }
  return null;
}
