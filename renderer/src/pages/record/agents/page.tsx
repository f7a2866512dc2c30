import { useAddress } from './address.ts';
import { AgentDetail } from './agents-list/agent-detail.tsx';
import { RegisterSheet } from './agents-list/register-sheet.tsx';
import { StartSheet } from './agents-list/start-sheet.tsx';
import { ApprovalDetail } from './approvals/approval-detail.tsx';
import { SessionDetail } from './detail/session-detail.tsx';
import { PolicySheet } from './policies/policy-sheet.tsx';
import { AgentsTabs } from './tabs.tsx';

/** Agents: attested sessions and their receipts, agents, approvals, lineage, policies. */
export function AgentsPage() {
  const { search, set, goToTab, goToSession } = useAddress();
  const { act } = search;
  const close = () => set({ act: undefined });
  return (
    <>
      <Place />
      <RegisterSheet
        act={act === 'register' || act === 'sample' ? act : null}
        onClose={close}
        onRegistered={(agent) => goToTab('agents', { agent })}
      />
      <StartSheet
        isOpen={act === 'start'}
        agentId={search.agent}
        onClose={close}
        onStarted={(sessionId) => goToSession(sessionId)}
      />
      <PolicySheet />
    </>
  );
}

/** What is looked at: one thing under its address, or the lists. */
function Place() {
  const { sessionId, search } = useAddress();
  if (sessionId !== null) return <SessionDetail key={sessionId} id={sessionId} />;
  if (search.agent !== undefined) return <AgentDetail key={search.agent} id={search.agent} />;
  if (search.approval !== undefined) return <ApprovalDetail key={search.approval} id={search.approval} />;
  return <AgentsTabs />;
}
