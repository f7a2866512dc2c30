import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { actingProjectId } from '../../lib/session/acting-for.ts';
import { type OpenedThing, recentlyOpened } from '../../lib/state/recently-opened.ts';
import type { ObjectKind } from '../objects/object-tile.tsx';

/** Remembers that a thing with an address of its own is shown, so that the palette offers it first. */
export function useOpened(kind: ObjectKind | undefined, place: string, title: string): void {
  const router = useRouter();
  useEffect(() => {
    if (kind === undefined || place === '') return;
    const { pathname, search } = router.state.location;
    recentlyOpened.keep({ kind, title, to: pathname, search: plain(search), projectId: actingProjectId() });
  }, [router, kind, place, title]);
}

/** The address without the sheet that is open. */
function plain(search: object): OpenedThing['search'] {
  const members = Object.entries(search).filter(
    ([name, value]) => name !== 'act' && ['string', 'number', 'boolean'].includes(typeof value),
  );
  return Object.fromEntries(members);
}
