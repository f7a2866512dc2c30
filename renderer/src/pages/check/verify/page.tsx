import type { TrustStore } from '@touchstone/core/keys/trust.ts';
import { memo, useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import { Page } from '../../../parts/page/page.tsx';
import { useTrustStore } from '../../../parts/trust/trust.ts';
import type { Row } from '../../../parts/verification/batch.ts';
import type { Collected } from '../../../parts/verification/collect.ts';
import { loadExamples } from '../../../parts/verification/examples.ts';
import { FileDrop } from '../../../parts/verification/file-drop.tsx';
import { liveSession } from '../../../parts/verification/live-session.ts';
import type { SessionState } from '../../../parts/verification/session.ts';
import { useTrustedVerification } from '../../../parts/verification/use-trusted-verification.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import { words } from '../../../words/check/verify.ts';
import { BatchView } from './batch-view.tsx';
import { FirstScreen } from './first-screen.tsx';
import { FoundKeySets } from './found-key-sets.tsx';
import { LentTrust } from './lent-trust.tsx';
import { ResultPage } from './result-page.tsx';
import { useVerifySearch } from './search.ts';
import { outcomeSentence } from './summary-words.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import { VerifyFrame } from './verify-frame.tsx';

// So that the examples open with the server stopped, whichever page was shown first.
requestIdleCallback(() => {
  // Where it fails, the first screen asks again and says so.
  loadExamples().catch(() => undefined);
});

// It does not change while many files are verified.
const DropZone = memo(FileDrop);
const cancel = () => liveSession.cancel();

/** The only one, or the one that a person opened; none where the list is shown. */
function shownRow({ rows }: SessionState, file: number | undefined): Row | undefined {
  if (rows.length === 1) return rows[0];
  return file === undefined ? undefined : rows.find(({ id }) => id === file);
}

/** Verify: drop anything, get one outcome with its reasons. Works with the server stopped. */
export function VerifyPage() {
  const state = useSyncExternalStore(liveSession.subscribe, liveSession.snapshot);
  const { search, setSearch } = useVerifySearch();
  useTrustedVerification();
  useOutcomeAnnouncement(state);

  const isOpen = state.rows.length > 0 || state.keySets.length > 0;
  const isSingle = state.rows.length === 1;
  const row = shownRow(state, search.file);
  const shownId = row?.id;
  useEffect(() => {
    if (shownId !== undefined) liveSession.showDetail(shownId);
  }, [shownId]);

  const open = useCallback(
    async (collected: Collected, lent: TrustStore | null = null): Promise<void> => {
      const what = await liveSession.open(collected, lent);
      if (what === 'replaced') setSearch({ file: undefined, outcome: undefined, q: undefined, sort: undefined });
    },
    [setSearch],
  );
  const openFiles = useCallback((collected: Collected) => void open(collected), [open]);
  const lastOpened = useRef<{ readonly opening: number; readonly id: number } | null>(null);
  if (shownId !== undefined) lastOpened.current = { opening: state.opening, id: shownId };
  const { store } = useTrustStore();
  useKeptFocus(
    !isOpen ? 'first' : row === undefined ? 'list' : `file ${row.id}`,
    // Cancel goes with its run; what imports a key set goes with what the trust store and the newer outcome say.
    [state.opening, state.run?.kind, store.key_sets.length, verifiedAt(state)].join(),
  );
  const keySets = state.keySets.length > 0 && <FoundKeySets keySets={state.keySets} isBeside={state.rows.length > 0} />;
  const notices = (
    <>
      {state.reading !== null && (
        <div className="print:hidden">
          <ProgressBar label={words.reading(state.reading)} />
        </div>
      )}
      {state.lent !== null && <LentTrust lent={state.lent} files={state.rows.length} />}
      {row !== undefined && state.run?.kind === 'again' && (
        <div className="print:hidden">
          <ProgressBar label={words.batch.again} value={state.run.finished} max={state.run.total} />
        </div>
      )}
    </>
  );
  if (!isOpen) {
    return (
      <Page title={words.title} lead={words.lead}>
        <div className="flex flex-col gap-8">
          <DropZone onFiles={openFiles} />
          {notices}
          <FirstScreen onOpen={(examples, lent) => void open(examples, lent)} />
        </div>
      </Page>
    );
  }
  return (
    <>
      {row !== undefined ? (
        <ResultPage
          key={`${state.opening}-${row.id}`}
          row={row}
          detail={state.detail?.id === row.id ? state.detail : null}
          checking={state.checking}
          isRunning={isSingle && state.run !== null}
          progress={isSingle ? state.progress : null}
          notices={notices}
          keySets={keySets}
          back={state.back}
          fileCount={state.rows.length}
        />
      ) : state.rows.length > 1 ? (
        <BatchView
          state={state}
          lastOpened={lastOpened.current?.opening === state.opening ? lastOpened.current.id : null}
          notices={
            <>
              {keySets}
              {notices}
            </>
          }
          onCancel={cancel}
        />
      ) : (
        <VerifyFrame title={words.title} back={state.back}>
          <div className="flex flex-col gap-5">
            {notices}
            {keySets}
          </div>
        </VerifyFrame>
      )}
      <div className="mt-8 print:hidden">
        <DropZone onFiles={openFiles} compact />
      </div>
    </>
  );
}

/** When the result that is shown was made. */
function verifiedAt({ detail }: SessionState): string {
  return detail?.status === 'ready' ? detail.full.report.verified_at : '';
}

/** Says the outcome when it is there: failures at once, everything else when the reader pauses. */
function useOutcomeAnnouncement({ rows, summary, run, opening }: SessionState): void {
  const announce = useAnnounce();
  const said = useRef('');
  const isDone = run === null && rows.length > 0 && summary.counts.WAITING === 0;
  useEffect(() => {
    if (!isDone) return;
    const sentence = outcomeSentence(rows, summary);
    if (said.current === `${opening}${sentence}`) return;
    said.current = `${opening}${sentence}`;
    announce(sentence, summary.worst === 'FAILED' ? 'assertive' : 'polite');
  }, [announce, isDone, rows, summary, opening]);
}
