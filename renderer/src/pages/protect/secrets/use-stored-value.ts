import { useCallback, useEffect, useRef, useState } from 'react';
import { client } from '../../../lib/client.ts';
import { useOnLock } from '../../../parts/lock/use-auto-lock.ts';
import { type Clearing, copySecretHere } from '../../../parts/secret/secret-clipboard.ts';
import { HIDE_AFTER_MS } from '../../../parts/secret/use-reveal.ts';
import { useWork } from '../../../parts/work/use-work.ts';
import { useAnnounce } from '../../../ui/live-region.tsx';
import { words as copyWords } from '../../../words/parts/secret.ts';
import { words } from '../../../words/protect/secrets.ts';

export type CopyState = Clearing | 'copied' | 'refused';
/** Why a value is not shown any more. */
export type ShowingEnd = 'time' | 'hand' | 'lock';

/**
 * The value of a stored secret, fetched anew each time: shown for 30 seconds at most, or put on the clipboard for 20 without
 * being shown. This page keeps it in no cache, and in its state only while it is shown.
 */
export function useStoredValue(id: string) {
  const [value, setValue] = useState<string | null>(null);
  const [ending, setEnding] = useState<ShowingEnd | null>(null);
  const [copyState, setCopyState] = useState<CopyState | null>(null);
  const announce = useAnnounce();
  const turn = useRef(0);

  const work = useWork(async (purpose: 'show' | 'copy', signal) => {
    const answer = await client.crypto.shield.reveal({ params: { id } }, { signal });
    if (signal.aborted) return purpose;
    if (purpose === 'show') setValue(answer.value);
    else await put(answer.value);
    return purpose;
  });
  const put = async (secret: string) => {
    turn.current += 1;
    const own = turn.current;
    try {
      const { cleared } = await copySecretHere(secret);
      setCopyState('copied');
      announce(copyWords.announceCopied(words.value.label));
      // The clipboard is cleared even where this page is left; then nobody is told.
      void cleared.then((clearing) => turn.current === own && setCopyState(clearing));
    } catch {
      setCopyState('refused');
      announce(copyWords.refused, 'assertive');
    }
  };

  const forget = useCallback((why: ShowingEnd) => {
    setValue((shown) => {
      if (shown !== null) setEnding(why);
      return null;
    });
  }, []);
  const isShown = value !== null;
  useEffect(() => {
    if (!isShown) return;
    const timer = setTimeout(forget, HIDE_AFTER_MS, 'time');
    return () => clearTimeout(timer);
  }, [isShown, forget]);
  useOnLock(() => {
    // A value that is still on its way must not appear after the lock.
    work.cancel();
    forget('lock');
  });

  return {
    value,
    ending,
    copyState,
    work,
    show: () => {
      setEnding(null);
      void work.start('show');
    },
    copy: () => {
      setCopyState(null);
      void work.start('copy');
    },
    hide: () => forget('hand'),
  };
}
