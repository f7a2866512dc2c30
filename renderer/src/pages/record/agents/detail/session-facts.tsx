import { parseIsoTime } from '@touchstone/core/time.ts';
import { formatCount } from '../../../../lib/format.ts';
import { useNow } from '../../../../lib/window/use-now.ts';
import { FactButton } from '../../../../parts/page/fact-button.tsx';
import type { FactItem } from '../../../../parts/page/facts.tsx';
import { AgoText } from '../../../../ui/ago-text.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import { useAddress } from '../address.ts';
import { durationText } from '../data/clock.ts';
import type { AgentSession } from '../data/queries.ts';
import type { LoadedSession } from '../data/session-graph.ts';
import { ImportedBadge } from '../sessions/imported-badge.tsx';
import { checkWords, type SessionState as State, sealWord } from '../sessions/session-items.ts';
import { SessionStateMark } from '../sessions/state-mark.tsx';

const { facts: texts } = words;
/** How often what is said of times is looked at, milliseconds. */
const LOOK_MS = 15_000;

/** Whether the session is open, and what the server found when it was checked last. */
export function SessionState({ session, state }: { readonly session: AgentSession; readonly state: State }) {
  const now = useNow(LOOK_MS);
  const { word, look } = checkWords(session);
  const { last_check: check } = session;
  // It may have been checked since the time was looked at.
  const checkedNow = Math.max(now, parseIsoTime(check?.checked_at ?? '') ?? 0);
  return (
    <span className="flex flex-wrap items-center gap-x-4">
      <SessionStateMark state={state} />
      {session.imported && <ImportedBadge />}
      <span className="inline-flex flex-wrap items-center gap-x-2">
        <StatusMark size="small" look={look} label={word} />
        {check !== null && (
          <span className="text-13 text-muted">
            {texts.checked(<AgoText value={check.checked_at} now={checkedNow} />)}
          </span>
        )}
      </span>
    </span>
  );
}

/** What is looked for first of a session: how much it recorded, what went wrong, its seal, its end, its permissions. */
export function useSessionFacts(
  session: AgentSession,
  state: State,
  receipts: LoadedSession,
  onDetails: () => void,
): readonly FactItem[] {
  const now = useNow(LOOK_MS);
  const { set } = useAddress();
  const { started_at, ended_at, expires_at } = session;
  const trouble = troublesIn(session, receipts);
  const until = ended_at ?? expires_at;
  const lasted = (parseIsoTime(until) ?? 0) - (parseIsoTime(started_at) ?? 0);
  const seal = sealWord(session);
  const permissions = permissionWords(session.scope);
  return [
    { label: texts.receipts, value: formatCount(session.node_count) },
    {
      label: texts.failures,
      value:
        trouble === 0 ? (
          texts.none
        ) : (
          <FactButton
            label={texts.show(texts.failures, formatCount(trouble))}
            onPress={() => set({ view: undefined, outcome: 'trouble' }, 'push')}
          >
            <StatusMark look="failed" size="small" label={formatCount(trouble)} />
          </FactButton>
        ),
    },
    {
      label: texts.seal,
      value: (
        <FactButton label={texts.show(texts.seal, seal)} onPress={onDetails}>
          {seal}
        </FactButton>
      ),
    },
    {
      label: ended_at !== null ? texts.ended : state === 'open' ? texts.expires : texts.expired,
      value: (
        <span className="flex flex-wrap gap-x-1.5">
          <AgoText value={until} now={now} />
          {state !== 'open' && <span className="font-normal text-muted">{texts.after(durationText(lasted))}</span>}
        </span>
      ),
    },
    {
      label: texts.permissions,
      value: (
        <FactButton label={texts.show(texts.permissions, permissions)} onPress={onDetails}>
          <FileText text={permissions} limit={80} />
        </FactButton>
      ),
    },
  ];
}

/** How many receipts are failures: until all are there, what the service counts, which knows no denied approvals. */
export function troublesIn(
  { failures, denials, violations }: Pick<AgentSession, 'failures' | 'denials' | 'violations'>,
  { state, columns }: Pick<LoadedSession, 'state' | 'columns'>,
): number {
  return state.status === 'loaded' ? columns.troubles : failures + denials + violations;
}

/** The permissions in a line; all of them are in the details. */
function permissionWords({ allowed_tools: tools, jurisdiction, max_value: most }: AgentSession['scope']): string {
  return [
    tools === null ? texts.anyTool : tools.length === 0 ? texts.noTool : texts.tools(tools.length),
    ...(jurisdiction === null ? [] : [jurisdiction]),
    ...(most === null ? [] : [texts.upTo(formatCount(most))]),
  ].join(', ');
}
