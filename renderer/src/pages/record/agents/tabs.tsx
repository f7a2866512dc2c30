import { Play, Plus, RefreshCw } from 'lucide-react';
import { Page } from '../../../parts/page/page.tsx';
import { Button } from '../../../ui/button.tsx';
import { KeptTabs } from '../../../ui/kept-tabs.tsx';
import { words as listWords } from '../../../words/parts/list-page.ts';
import { words } from '../../../words/record/agents.ts';
import { useAddress } from './address.ts';
import { AgentsTab } from './agents-list/agents-tab.tsx';
import { ApprovalsTab } from './approvals/approvals-tab.tsx';
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
  const start = () => set({ act: 'start' }, 'push');
  const register = () => set({ act: 'register' }, 'push');
  return (
    <Page
      title={words.title}
      lead={words.lead}
      facts={facts}
      action={
        tab === 'sessions' ? (
          <Button variant="primary" icon={<Play aria-hidden size={15} />} onPress={start}>
            {words.start.verb}
          </Button>
        ) : tab === 'agents' ? (
          <Button variant="primary" icon={<Plus aria-hidden size={16} />} onPress={register}>
            {words.register.verb}
          </Button>
        ) : undefined
      }
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
        {
          id: 'refresh',
          title: listWords.refresh,
          icon: <RefreshCw aria-hidden size={15} />,
          onAction: () => void refreshAgents(),
        },
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
