import type { SessionDescription } from '@touchstone/core/mpc/session.ts';
import { sessionJson } from '@touchstone/core/mpc/session.ts';
import { Calculator, Copy, Download, Lock, PenLine, Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../../lib/window/use-now.ts';
import { downloadText, printPage } from '../../../parts/download/download.ts';
import { JsonTree } from '../../../parts/json/json-tree.tsx';
import { HideSheet } from '../../../parts/list-page/hide-sheet.tsx';
import { Page } from '../../../parts/page/page.tsx';
import { AgoText } from '../../../ui/ago-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { CopyText } from '../../../ui/copy-text.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { EmbeddedBadge } from '../../../ui/embedded-badge.tsx';
import { Fact, FactList } from '../../../ui/fact-list.tsx';
import { GroupedText } from '../../../ui/hash-text.tsx';
import type { MenuAction } from '../../../ui/menu.tsx';
import { Section } from '../../../ui/section.tsx';
import { useCopy } from '../../../ui/use-copy.ts';
import { words } from '../../../words/compute/joint-computation.ts';
import { ALL_SESSIONS } from './all-sessions.ts';
import { StateBadge } from './columns.tsx';
import { ComputeSheet } from './compute-sheet.tsx';
import { ContributeSheet, type Sent } from './contribute-sheet.tsx';
import { Lanes } from './lanes.tsx';
import { type ProofFile, proofFileOf } from './proof-file.ts';
import { ProofSection } from './proof-section.tsx';
import { deleteSession, type Session } from './queries.ts';
import { useSessionsSearch } from './search.ts';
import { describedName, formatResult } from './session-items.ts';
import { TrustNote } from './trust-note.tsx';

const { detail: texts } = words;

export interface ShownSessionProps {
  readonly session: SessionDescription;
  readonly answer: Session;
  readonly tokens: Readonly<Record<string, string>> | undefined;
}

/** A session: the result or what it waits for, a lane for each participant, the proof. */
export function ShownSession({ session, answer, tokens }: ShownSessionProps) {
  const { search, setSearch } = useSessionsSearch();
  const { session_id: id, participants, threshold, expires_at: until } = session;
  const { state, contributions, result, proof } = answer;
  const now = useNow(15_000);
  const [sent, setSent] = useState<readonly Sent[]>([]);
  const contributed = new Set(answer.contributed);
  const waiting = participants.filter((participant) => !contributed.has(participant));
  const isOpen = state !== 'computed';
  const file = proof === undefined ? null : proofFileOf(id, proof);
  const close = () => setSearch({ act: undefined, as: undefined });
  const name = describedName(session);
  return (
    <Page
      title={name}
      place={id}
      crumbs={ALL_SESSIONS}
      object="computation"
      state={<StateBadge state={state} />}
      lead={<EmbeddedBadge word={words.trust.word}>{words.trust.text}</EmbeddedBadge>}
      facts={[
        { label: texts.facts.contributions, value: texts.of(contributions, participants.length) },
        { label: texts.facts.needed, value: String(threshold) },
        { label: texts.facts.opened, value: <AgoText value={answer.created_at} now={now} /> },
        { label: texts.facts.until, value: <AgoText value={until} now={now} /> },
      ]}
      action={<PrimaryAction state={state} file={file} />}
      more={useVerbs(answer, id, waiting.length)}
    >
      <div className="space-y-8">
        <Section title={texts.result}>
          {result !== undefined ? (
            <p className="flex items-center gap-2 text-28">
              <span className="font-semibold">{formatResult(result)}</span>
              <CopyText value={String(result)} label={texts.resultLabel} />
            </p>
          ) : (
            <p className="flex items-center gap-2 text-muted">
              <Lock aria-hidden size={15} />
              {state === 'ready' ? texts.ready : texts.locked(threshold - contributions)}
            </p>
          )}
        </Section>
        {tokens !== undefined && <Tokens tokens={tokens} />}
        <Lanes
          session={session}
          contributed={contributed}
          onContribute={isOpen ? (as) => setSearch({ act: 'contribute', as }, 'push') : null}
        />
        {sent.length > 0 && <SentInputs sent={sent} />}
        {file !== null && <ProofSection file={file} />}
        <TrustNote />
        <Disclosure title={texts.raw} level={2}>
          <p className="text-muted">{texts.rawLead}</p>
          <JsonTree document={sessionJson(session)} label={texts.rawLabel} />
        </Disclosure>
      </div>
      <ContributeSheet
        isOpen={isOpen && search.act === 'contribute'}
        onClose={close}
        session={session}
        hasTokens={answer.has_tokens}
        waiting={waiting}
        as={search.as}
        onSend={(input) => setSent((before) => [...before, input])}
      />
      <ComputeSheet
        isOpen={isOpen && search.act === 'compute'}
        onClose={close}
        id={id}
        contributions={contributions}
        participants={participants.length}
      />
      <HideSheet
        texts={words.delete}
        isOpen={search.act === 'delete'}
        onClose={close}
        id={id}
        name={name}
        hide={deleteSession}
        onHidden={() => setSearch({ act: undefined, session: undefined })}
      />
    </Page>
  );
}

/** What is to be done next: contribute, compute, or take the proof along. */
function PrimaryAction({ state, file }: { readonly state: Session['state']; readonly file: ProofFile | null }) {
  const { setSearch } = useSessionsSearch();
  if (state === 'computed') {
    if (file === null) return null;
    return (
      <Button
        variant="primary"
        icon={<Download aria-hidden size={15} />}
        onPress={() => void downloadText(file.name, file.text)}
      >
        {texts.save}
      </Button>
    );
  }
  const act = state === 'ready' ? 'compute' : 'contribute';
  const Icon = state === 'ready' ? Calculator : PenLine;
  return (
    <Button
      variant="primary"
      icon={<Icon aria-hidden size={15} />}
      onPress={() => setSearch({ act, as: undefined }, 'push')}
    >
      {words[act].verb}
    </Button>
  );
}

function useVerbs({ state }: Session, id: string, waiting: number): readonly MenuAction[] {
  const { setSearch } = useSessionsSearch();
  const copy = useCopy();
  const contribute: MenuAction = {
    id: 'contribute',
    title: words.contribute.verb,
    icon: <PenLine aria-hidden size={15} />,
    onAction: () => setSearch({ act: 'contribute', as: undefined }, 'push'),
  };
  return [
    ...(state === 'ready' && waiting > 0 ? [contribute] : []),
    {
      id: 'copy',
      title: texts.copy,
      icon: <Copy aria-hidden size={15} />,
      onAction: () => void copy(id, texts.sessionLabel),
    },
    {
      id: 'print',
      title: texts.print,
      icon: <Printer aria-hidden size={15} />,
      // The menu leaves the page before it is printed.
      onAction: () => void setTimeout(() => void printPage(`joint-computation-${id.slice(0, 8)}.pdf`), 300),
    },
    {
      id: 'delete',
      title: texts.delete,
      icon: <Trash2 aria-hidden size={15} />,
      isDanger: true,
      onAction: () => setSearch({ act: 'delete' }, 'push'),
    },
  ];
}

/** What left this window, so that it is known whose sealed input the transcript lists. */
function SentInputs({ sent }: { readonly sent: readonly Sent[] }) {
  return (
    <Section title={texts.sent} lead={texts.sentLead}>
      <FactList>
        {sent.map(({ participant, hash }) => (
          <Fact key={hash} name={participant}>
            <span className="flex items-center gap-2">
              <GroupedText value={hash} />
              <CopyText value={hash} label={texts.sentLabel(participant)} />
            </span>
          </Fact>
        ))}
      </FactList>
    </Section>
  );
}

function Tokens({ tokens }: { readonly tokens: Readonly<Record<string, string>> }) {
  return (
    <Section title={texts.tokens} lead={texts.tokensLead}>
      <FactList>
        {Object.entries(tokens).map(([participant, token]) => (
          <Fact key={participant} name={participant}>
            <span className="flex items-center gap-2 font-mono text-12 [overflow-wrap:anywhere]">
              {token}
              <CopyText value={token} label={texts.tokenLabel(participant)} />
            </span>
          </Fact>
        ))}
      </FactList>
    </Section>
  );
}
