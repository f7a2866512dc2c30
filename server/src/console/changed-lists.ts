/** Tells a console which kinds of lists have changed, as commits say it (`listsChanged`). */
import type { api } from '@touchstone/core/api/api.ts';
import { CHANGED_KINDS, type ChangedKind } from '@touchstone/core/api/changed-kinds.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { createBell } from '../frame/bell.ts';
import { Events } from '../frame/events.ts';
import { type Db, watchLists } from '../store/engine.ts';

type ChangesEvent = OutputOf<typeof api.console.changes.events>;

/** What is committed within so many milliseconds is told as one. */
const GATHERED_MS = 250;

/** What changes in lists of a project, and of the whole server. Has no end of its own. */
export function changedLists(db: Db, projectId: string): Events<ChangesEvent> {
  return new Events((signal) => eventsOf(db, projectId, signal));
}

async function* eventsOf(db: Db, projectId: string, signal: AbortSignal): AsyncGenerator<ChangesEvent, void, void> {
  const bell = createBell(signal);
  let changed = new Set<ChangedKind>();
  const unwatch = watchLists(db, (list) => {
    if (list.projectId !== null && list.projectId !== projectId) return;
    changed.add(list.kind);
    bell.ring();
  });
  try {
    yield { event: 'ready', data: {} };
    while (!signal.aborted) {
      await bell.rung();
      if (signal.aborted) return;
      bell.quiet();
      const told = changed;
      changed = new Set();
      // The first change is told at once; what follows soon after waits for its turn.
      yield { event: 'changed', data: { kinds: CHANGED_KINDS.filter((kind) => told.has(kind)) } };
      await bell.pause(GATHERED_MS);
    }
  } finally {
    unwatch();
    bell.close();
  }
}
