import { Link } from '@tanstack/react-router';
import { formatCount } from '../../../../lib/format.ts';
import { useSeenNow } from '../../../../lib/window/use-now.ts';
import { CopyText } from '../../../../ui/copy-text.tsx';
import { Disclosure } from '../../../../ui/disclosure.tsx';
import { Fact, FactList } from '../../../../ui/fact-list.tsx';
import { FileText } from '../../../../ui/file-text.tsx';
import { HashText } from '../../../../ui/hash-text.tsx';
import { StatusMark } from '../../../../ui/status-mark.tsx';
import { TimeText } from '../../../../ui/time-text.tsx';
import { REDACTION_SENTENCES, REDACTION_WORDS } from '../agents-list/agent-items.ts';
import { useAgents } from '../agents-list/use-agent-names.ts';
import type { AgentSession } from '../data/queries.ts';
import { IMPORTED_MEANING, ImportedBadge } from '../sessions/imported-badge.tsx';
import { checkWords, stateNow } from '../sessions/session-items.ts';
import { SessionStateMark } from '../sessions/state-mark.tsx';

/** What the server found when the session was checked last, and when that was. */
function LastCheck({ session }: { readonly session: AgentSession }) {
  const { word, look } = checkWords(session);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      <StatusMark size="small" look={look} label={word} />
      {session.last_check !== null && (
        <span className="text-muted">
          checked <TimeText value={session.last_check.checked_at} />
        </span>
      )}
    </span>
  );
}

const LINK = 'text-accent underline underline-offset-2';

/** What a session is: its state, its agent, its time, its limits and its seal. */
export function SessionFacts({ session }: { readonly session: AgentSession }) {
  const state = useSeenNow((now) => stateNow(session, now), 1_000);
  const { session_id, agent_id, ended_at, expires_at, started_at, node_count, root, scope } = session;
  const agent = useAgents().get(agent_id);
  const handle = session.svc_74_attestation;
  return (
    <section aria-label="The session" className="rounded border border-line bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <SessionStateMark state={state} />
        {session.imported && <ImportedBadge />}
        <span className="tabular-nums">
          {formatCount(node_count)} {node_count === 1 ? 'receipt' : 'receipts'}
        </span>
        {handle === null ? (
          <span>
            <StatusMark size="small" look="inconclusive" label="Not sealed" />{' '}
            <span className="text-muted">receipts could still be missing at its end</span>
          </span>
        ) : (
          <span className="text-muted">Sealed: the number of its receipts is fixed</span>
        )}
        <LastCheck session={session} />
      </div>
      {session.imported && <p className="mb-2 max-w-prose text-muted">{IMPORTED_MEANING}</p>}
      <div className="grid gap-x-8 min-[900px]:grid-cols-2">
        <FactList>
          <Fact name="Session id">
            <code className="text-13 break-all">{session_id}</code> <CopyText value={session_id} label="session id" />
          </Fact>
          <Fact name="Agent">
            <FileText text={agent?.name ?? ''} limit={200} /> <code className="text-13 break-all">{agent_id}</code>{' '}
            <CopyText value={agent_id} label="agent id" />
          </Fact>
        </FactList>
        <FactList>
          <Fact name="Started">
            <TimeText value={started_at} />
          </Fact>
          <Fact name={ended_at !== null ? 'Ended' : state === 'open' ? 'Expires' : 'Expired'}>
            <TimeText value={ended_at ?? expires_at} />
          </Fact>
        </FactList>
      </div>
      <div className="mt-2 grid items-start gap-2 min-[900px]:grid-cols-2">
        <Disclosure title="Permissions" level={2}>
          <FactList>
            <Fact name="Tools">
              <Names values={scope.allowed_tools} none="None: an empty list allows no tool" all="Any" />
            </Fact>
            <Fact name="Forbidden data classes">
              <Names values={scope.forbidden_data_classes} none="None" all="None" />
            </Fact>
            <Fact name="Jurisdiction">
              {scope.jurisdiction === null ? 'Any' : <FileText text={scope.jurisdiction} />}
            </Fact>
            <Fact name="Highest value of an action">
              {scope.max_value === null ? 'Not limited' : formatCount(scope.max_value)}
            </Fact>
          </FactList>
          <p className="mt-2 max-w-prose text-muted">
            What lies outside is recorded as denied, or as done although forbidden. The service does not stop an agent.
            Policies of the organisation, its teams and projects may refuse more.
          </p>
          {agent !== undefined && (
            <p className="mt-2 max-w-prose text-muted">
              Kept of its receipts: {REDACTION_WORDS[agent.redaction_level].toLowerCase()}.{' '}
              {REDACTION_SENTENCES[agent.redaction_level]}
            </p>
          )}
        </Disclosure>
        {(root !== null || handle !== null) && (
          <Disclosure title="Seal" level={2}>
            <FactList>
              {root !== null && (
                <Fact name="Merkle root, as the server states it">
                  <HashText value={root} label="Merkle root" />
                </Fact>
              )}
              {handle !== null && (
                <Fact name="Handle, 74 bytes">
                  <HashText value={handle} label="handle of the seal" />
                  <br />
                  <Link to="/receipts" search={{ name: handle }} className={LINK}>
                    Verify the receipt of the seal
                  </Link>
                </Fact>
              )}
            </FactList>
          </Disclosure>
        )}
      </div>
    </section>
  );
}

interface NamesProps {
  /** Null: not limited. */
  readonly values: readonly string[] | null;
  readonly none: string;
  readonly all: string;
}

function Names({ values, none, all }: NamesProps) {
  if (values === null) return all;
  if (values.length === 0) return none;
  return (
    <ul>
      {values.map((value) => (
        <li key={value}>
          <FileText text={value} isMono limit={200} />
        </li>
      ))}
    </ul>
  );
}
