import { CountedWork } from '../../../../parts/work/counted-work.tsx';
import { RequestError } from '../../../../parts/work/request-error.tsx';
import { Button } from '../../../../ui/button.tsx';
import { words } from '../../../../words/record/agents-session.ts';
import type { LoadedSession, SessionGraph } from '../data/session-graph.ts';

const { load: texts } = words;

export interface LoadProgressProps {
  readonly root: LoadedSession;
  /** How many receipts the server says there are. */
  readonly of: number;
  readonly loader: Pick<SessionGraph, 'load' | 'cancel'>;
  /** The button that was pressed goes away: the focus needs another place. */
  readonly onLeave: () => void;
}

/** How far the receipts of the open session are loaded; nothing once all of them are. */
export function LoadProgress({ root: { count, state }, of, loader, onLeave }: LoadProgressProps) {
  switch (state.status) {
    case 'loading':
      return (
        <CountedWork
          label={texts.soFar(count)}
          done={count}
          of={Math.max(count, of)}
          onCancel={() => {
            loader.cancel();
            onLeave();
          }}
        />
      );
    case 'cancelled':
      return (
        <p role="status" className="flex flex-wrap items-center gap-2">
          {texts.partly(count, of)}
          <Button
            size="small"
            onPress={() => {
              loader.load();
              onLeave();
            }}
          >
            {texts.rest}
          </Button>
        </p>
      );
    case 'failed':
      return <RequestError error={state.error} what={texts.receipts} onRetry={() => loader.load()} />;
    case 'loaded':
      return null;
  }
}
