import type { Crumb } from '../../../../parts/page/page.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { useTitleOf } from './session-name.ts';

export const ALL_AGENTS: readonly Crumb[] = [{ title: words.all, to: '/agents' }];

/** The way back from a session: to all, and to the session that delegated to it. */
export function useSessionCrumbs(parentId: string | null): readonly Crumb[] {
  const parent = useTitleOf(parentId);
  return parent === null ? ALL_AGENTS : [...ALL_AGENTS, { title: parent, to: `/agents/sessions/${parentId}` }];
}
