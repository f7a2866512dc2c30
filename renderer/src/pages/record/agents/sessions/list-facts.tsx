import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/window/use-now.ts';
import { ordered } from '../../../../parts/approval/waiting.ts';
import { FactButton } from '../../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../../parts/page/facts.tsx';
import { type StatusLook, StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents.ts';
import { useAddress } from '../address.ts';
import { pendingQuery } from '../approvals/queries.ts';
import { sessionsQuery } from '../data/queries.ts';
import { checkOf, stateNow, troublesOf } from './session-items.ts';

/** How many sessions there are, what went wrong in them, and what waits for a person: each number leads to its list. */
export function useAgentFacts(): readonly FactItem[] | undefined {
  const { goToTab } = useAddress();
  const now = useNow(5_000);
  const sessions = useQuery(sessionsQuery).data?.items;
  const approvals = useQuery(pendingQuery).data?.items;
  if (sessions === undefined || (sessions.length === 0 && (approvals?.length ?? 0) === 0)) return undefined;
  const { facts } = words;
  const fact = (label: string, count: number, look: StatusLook | null, show: () => void): FactItem => {
    const text = formatCount(count);
    if (count === 0) return { label, value: text };
    return {
      label,
      value: (
        <FactButton label={`${label}, ${text}`} onPress={show}>
          {look === null ? text : <StatusMark look={look} size="small" label={text} />}
        </FactButton>
      ),
    };
  };
  const waiting = ordered(approvals ?? [], now).waiting.length;
  return [
    { label: facts.sessions, value: formatCount(sessions.length) },
    fact(facts.open, sessions.filter((item) => stateNow(item, now) === 'open').length, null, () =>
      goToTab('sessions', { state: 'open' }),
    ),
    fact(facts.troubled, sessions.filter((item) => troublesOf(item, 'any') > 0).length, null, () =>
      goToTab('sessions', { trouble: 'any' }),
    ),
    fact(facts.broken, sessions.filter((item) => checkOf(item) === 'broken').length, 'failed', () =>
      goToTab('sessions', { check: 'broken' }),
    ),
    fact(facts.waiting, waiting, 'pending', () => goToTab('approvals')),
  ];
}
