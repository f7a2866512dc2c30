import { Copy, FileCheck, Info, Network, Save, ShieldCheck } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useSeenNow } from '../../../../lib/window/use-now.ts';
import { Page } from '../../../../parts/page/page.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { MenuAction } from '../../../../ui/menu.tsx';
import { useCopy } from '../../../../ui/use-copy.ts';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import type { AgentSession } from '../data/queries.ts';
import { ForkCompare } from '../fork/fork-compare.tsx';
import { SessionMap } from '../map/session-map.tsx';
import { ReplayView } from '../replay/replay-view.tsx';
import { EndSession } from '../sessions/end-session.tsx';
import { IMPORTED_MEANING } from '../sessions/imported-badge.tsx';
import { stateNow } from '../sessions/session-items.ts';
import { WaterfallView } from '../waterfall/waterfall-view.tsx';
import { ChainVerification, useChainVerification } from './chain-verification.tsx';
import { FullCheckStatus, useFullCheck } from './full-check.tsx';
import { ReceiptsView } from './receipts-view.tsx';
import { SaveBundleStatus, useSaveBundle } from './save-bundle.tsx';
import { useSessionCrumbs } from './session-crumbs.ts';
import { SessionDetails } from './session-details.tsx';
import { SessionState, useSessionFacts } from './session-facts.tsx';
import { SessionViews } from './session-views.tsx';
import { useSessionGraph } from './use-session-graph.ts';

export interface OpenSessionProps {
  readonly session: AgentSession;
  readonly title: string;
  /** Why the session could not be asked for again. */
  readonly trouble: ReactNode;
}

/** A session that is there: its head, how verifying and saving it go, and its views. */
export function OpenSession({ session, title, trouble }: OpenSessionProps) {
  const { graph, loader } = useSessionGraph(session);
  const { view, set, goToTab } = useAddress();
  const [showsDetails, setShowsDetails] = useState(false);
  const state = useSeenNow((now) => stateNow(session, now), 1_000);
  const chain = useChainVerification(session);
  const fullCheck = useFullCheck(session.session_id, title);
  const save = useSaveBundle(session.session_id);
  const copy = useCopy();
  const showDetails = () => setShowsDetails(true);
  const facts = useSessionFacts(session, state, graph.root, showDetails);
  const crumbs = useSessionCrumbs(session.parent_session_id);
  const more: readonly MenuAction[] = [
    {
      id: 'save',
      title: words.more.save,
      icon: <Save aria-hidden size={15} />,
      onAction: () => void save.start('all'),
    },
    {
      id: 'lineage',
      title: words.more.lineage,
      icon: <Network aria-hidden size={15} />,
      onAction: () => goToTab('lineage', { start: session.session_id }),
    },
    { id: 'details', title: words.more.details, icon: <Info aria-hidden size={15} />, onAction: showDetails },
    {
      id: 'copy',
      title: words.more.copy,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(session.session_id, words.details.sessionId),
    },
  ];
  const parts = { session, graph, loader, onShowNode: (node: string) => set({ view: undefined, node }, 'push') };
  return (
    <Page
      title={title}
      place={session.session_id}
      crumbs={crumbs}
      object="session"
      state={<SessionState session={session} state={state} />}
      {...(session.imported ? { lead: IMPORTED_MEANING } : {})}
      facts={facts}
      more={more}
      action={
        <>
          <EndSession session={session} />
          <Button icon={<FileCheck aria-hidden size={15} />} onPress={() => void fullCheck.start(null)}>
            {words.chain.fullCheck}
          </Button>
          <div ref={chain.place}>
            <Button
              variant="primary"
              aria-disabled={chain.isBusy}
              icon={<ShieldCheck aria-hidden size={16} />}
              onPress={() => void chain.verify()}
            >
              {words.chain.verb}
            </Button>
          </div>
        </>
      }
    >
      <div className="space-y-4">
        {trouble}
        <ChainVerification chain={chain} session={session} onFullCheck={() => void fullCheck.start(null)} />
        <FullCheckStatus work={fullCheck} />
        <SaveBundleStatus work={save} />
        <SessionViews
          selected={view}
          onSelect={(chosen) => set({ view: chosen === 'receipts' ? undefined : chosen })}
          views={[
            {
              id: 'receipts',
              title: words.views.receipts,
              content: <ReceiptsView {...parts} broken={chain.brokenPlace} title={title} />,
            },
            { id: 'waterfall', title: words.views.waterfall, content: <WaterfallView {...parts} /> },
            { id: 'map', title: words.views.map, content: <SessionMap {...parts} /> },
            { id: 'replay', title: words.views.replay, content: <ReplayView {...parts} /> },
            { id: 'fork', title: words.views.fork, content: <ForkCompare {...parts} /> },
          ]}
        />
      </div>
      <SessionDetails session={session} isOpen={showsDetails} onClose={() => setShowsDetails(false)} />
    </Page>
  );
}
