import { RefreshCw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useHeadingFocus } from '../../../ui/use-heading-focus.ts';
import { useAddress } from './address.ts';
import { AgentsTab } from './agents-list/agents-tab.tsx';
import { ApprovalsTab } from './approvals/approvals-tab.tsx';
import { refreshAgents } from './data/queries.ts';
import { SessionDetail } from './detail/session-detail.tsx';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { PoliciesTab } from './policies/policies-tab.tsx';
import { SessionsTab } from './sessions/sessions-tab.tsx';

/** Agents: attested sessions and their receipts, agents, approvals, lineage, policies. */
export function AgentsPage() {
  const { sessionId, tab, goToTab } = useAddress();
  // From session to session the page stays the same one, and nobody else moves the focus.
  useHeadingFocus(sessionId ?? '');
  if (sessionId !== null) return <SessionDetail key={sessionId} id={sessionId} />;
  return (
    <>
      <PageHeading
        title="Agents"
        lead="What agents reported of their acts, as hash-linked receipts that this service signs. A receipt shows what was recorded and when, not that the act took place."
      >
        <Button icon={<RefreshCw aria-hidden size={15} />} onPress={() => void refreshAgents()}>
          Refresh
        </Button>
      </PageHeading>
      <KeptTabs
        label="Parts of the Agents page"
        selected={tab}
        onSelect={(chosen) => goToTab(chosen)}
        tabs={[
          { id: 'sessions', title: 'Sessions', content: <SessionsTab /> },
          { id: 'agents', title: 'Agents', content: <AgentsTab /> },
          { id: 'approvals', title: 'Approvals', content: <ApprovalsTab /> },
          { id: 'lineage', title: 'Lineage', content: <LineageTab /> },
          { id: 'policies', title: 'Policies', content: <PoliciesTab /> },
        ]}
      />
    </>
  );
}
