import { client } from '../../../lib/client.ts';
import type { SecretItem } from '../../../parts/secret/rotation.ts';
import { useWork, type Work } from '../../../parts/work/use-work.ts';
import { WorkStatus } from '../../../parts/work/work-status.tsx';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words } from '../../../words/protect/secrets.ts';
import { refreshSecrets } from './queries.ts';

export interface Restore {
  readonly start: () => void;
  readonly state: Work<null, unknown>['state'];
  readonly cancel: () => void;
}

/** Takes a deletion back. */
export function useRestore(item: Pick<SecretItem, 'id' | 'name'>): Restore {
  const announce = useAnnounce();
  const work = useWork((_: null, signal) => client.crypto.shield.restore({ params: { id: item.id } }, { signal }));
  const run = async () => {
    if ((await work.start(null)) !== null) announce(words.end.done.restore(item.name), 'assertive');
    // Also after a refusal: what is shown may be out of date.
    await refreshSecrets();
  };
  return { start: () => void run(), state: work.state, cancel: work.cancel };
}

export function RestoreStatus({ restore: { state, cancel } }: { readonly restore: Restore }) {
  if (state.status === 'idle' || state.status === 'done') return null;
  const { busy, failed } = words.end;
  return <WorkStatus state={state} busyLabel={busy} failedTitle={failed.restore} onCancel={cancel} units={1} />;
}
