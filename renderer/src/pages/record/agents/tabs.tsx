import { useQuery } from '@tanstack/react-query';
import { Play, Plus, TicketCheck } from 'lucide-react';
import { useNow } from '../../../lib/window/use-now.ts';
import { ordered } from '../../../parts/approval/waiting.ts';
import { refreshAction } from '../../../parts/list-page/refresh-action.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { words } from '../../../words/record/agents.ts';
import { words as approvalWords } from '../../../words/record/agents-approvals.ts';
import { words as policyWords } from '../../../words/record/agents-policies.ts';
import { useAddress } from './address.ts';
import { AgentsTab } from './agents-list/agents-tab.tsx';
import { ApprovalsTab } from './approvals/approvals-tab.tsx';
import { pendingQuery } from './approvals/queries.ts';
import { refreshAgents } from './data/queries.ts';
import { LineageTab } from './lineage/lineage-tab.tsx';
import { PoliciesTab } from './policies/policies-tab.tsx';
import { useAgentFacts } from './sessions/list-facts.tsx';
import { SessionsTab } from './sessions/sessions-tab.tsx';

const { tabs: titles } = words;

/** The lists of the Agents page, and the one verb that each begins with. */
export function AgentsTabs() {
  const { tab, set, goToTab } = useAddress();
  const facts = useAgentFacts();
  const register = () => set({ act: 'register' }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={<Action />}
      more={[
        ...(tab === 'agents'
          ? []
          : [
              {
                id: 'register',
                title: words.register.verb,
                icon: <Plus aria-hidden size={15} />,
                onAction: register,
              },
            ]),
        refreshAction(refreshAgents),
      ]}
    >
      <KeptTabs
        label={titles.label}
        selected={tab}
        onSelect={(chosen) => goToTab(chosen)}
        tabs={[
          { id: 'sessions', title: titles.sessions, content: <SessionsTab /> },
          { id: 'agents', title: titles.agents, content: <AgentsTab /> },
          { id: 'approvals', title: titles.approvals, content: <ApprovalsTab /> },
          { id: 'lineage', title: titles.lineage, content: <LineageTab /> },
          { id: 'policies', title: titles.policies, content: <PoliciesTab /> },
        ]}
      />
    </Page>
  );
}

/** What a person most likely wants on the tab that is open. */
function Action() {
  const { tab, set, goToTab } = useAddress();
  const now = useNow(5_000);
  const [next] = ordered(useQuery(pendingQuery).data?.items ?? [], now).waiting;
  switch (tab) {
    case 'sessions':
      return (
        <Button variant="primary" icon={<Play aria-hidden size={15} />} onPress={() => set({ act: 'start' }, 'push')}>
          {words.start.verb}
        </Button>
      );
    case 'agents':
      return (
        <Button
          variant="primary"
          icon={<Plus aria-hidden size={16} />}
          onPress={() => set({ act: 'register' }, 'push')}
        >
          {words.register.verb}
        </Button>
      );
    case 'approvals':
      return next === undefined ? null : (
        <Button
          variant="primary"
          icon={<TicketCheck aria-hidden size={16} />}
          onPress={() => goToTab('approvals', { approval: next.approval_id, act: 'decide' })}
        >
          {approvalWords.decide.next}
        </Button>
      );
    case 'policies':
      return (
        <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={() => set({ act: 'policy' }, 'push')}>
          {policyWords.form.verb}
        </Button>
      );
    case 'lineage':
      return null;
  }
}
