import { Lock, LogOut } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { onSession, sessionToken, signOut } from '../lib/client.ts';
import { useConnection } from '../lib/session/connection.ts';
import { bridge } from '../lib/shell/live-bridge.ts';
import { isUnsaved, letUnsavedGo } from '../lib/window/unsaved.ts';
import { LeavingQuestion } from '../parts/page/leaving-question.tsx';
import { IconButton } from '../ui/button.tsx';
import { words } from '../words/app/frame.ts';
import { stopFollowing } from './followed-lists.ts';

/** Whether this window has a session that it would not open again by itself. */
export function useCanSignOut(): boolean {
  const hasSession = useSyncExternalStore(onSession, () => sessionToken() !== null);
  return hasSession && !bridge.capabilities.signIn;
}

/** Ends the session and loads the page anew: nothing that was shown stays in memory. */
export async function leave(): Promise<void> {
  stopFollowing();
  await signOut();
  history.replaceState(null, '', `${location.pathname}#/verify`);
  location.reload();
}

/** Ends the session. Where a passphrase opens the next one, that is a lock. */
export function SignOutButton() {
  const { lock, state } = useConnection();
  const canSignOut = useCanSignOut();
  const [asks, setAsks] = useState(false);
  // Before the first answer nobody knows which of the two it is.
  if (!canSignOut || state === 'unknown') return null;
  const isLock = lock !== null;
  const press = () => (isUnsaved() ? setAsks(true) : void leave());
  return (
    <>
      {isLock ? (
        <IconButton label={words.lock} icon={<Lock aria-hidden size={17} />} onPress={press} />
      ) : (
        <IconButton label={words.signOut} icon={<LogOut aria-hidden size={17} />} onPress={press} />
      )}
      <LeavingQuestion
        isOpen={asks}
        onStay={() => setAsks(false)}
        onLeave={() => {
          letUnsavedGo();
          void leave();
        }}
      />
    </>
  );
}
