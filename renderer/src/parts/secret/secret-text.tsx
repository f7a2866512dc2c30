import { fromBase64 } from '@touchstone/core/bytes.ts';
import { Check, Copy, Eye, EyeOff } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { IconButton } from '../../ui/button.tsx';
import { useAnnounce } from '../../ui/live-region.tsx';
import { ScrollingCode } from '../../ui/scrolling-code.tsx';
import { words } from '../../words/parts/secret.ts';
import { CLEAR_AFTER_MS, type Clearing, copySecretHere } from './secret-clipboard.ts';
import { HIDE_AFTER_MS, useReveal } from './use-reveal.ts';

export interface SecretTextProps {
  readonly value: string;
  /** What it is, for example "secret key". */
  readonly label: string;
}

const CLEARING_WORDS: Record<Clearing, string> = {
  cleared: words.cleared,
  changed: words.changed,
  kept: words.kept,
};

/** A secret that was just made: masked, copied without being shown, shown for half a minute at most. */
export function SecretText({ value, label }: SecretTextProps) {
  const { isShown, toggle } = useReveal();
  const { copyState, copy } = useSecretCopy(value, label);
  const bytes = fromBase64(value)?.length;
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2">
        <span className="text-13 text-muted">
          {label}
          {bytes !== undefined && <span>{words.bytes(formatCount(bytes))}</span>}
        </span>
        <span className="inline-flex">
          <IconButton
            size="small"
            label={words.copy(label)}
            icon={copyState === 'copied' ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />}
            onPress={copy}
          />
          <IconButton
            size="small"
            label={isShown ? words.hide(label) : words.show(label, HIDE_AFTER_MS / 1000)}
            icon={isShown ? <EyeOff aria-hidden size={14} /> : <Eye aria-hidden size={14} />}
            onPress={toggle}
          />
        </span>
      </div>
      {isShown ? (
        <ScrollingCode label={label} value={value} />
      ) : (
        <p className="rounded bg-sunken px-2 py-1 select-none">
          <span aria-hidden="true" className="tracking-widest">
            ••••••••••••••••
          </span>
          <span className="sr-only">{words.hidden(label)}</span>
        </p>
      )}
      <p role="status" className="text-13 text-muted">
        {copyState === 'copied' && words.copied(CLEAR_AFTER_MS / 1000)}
        {copyState === 'refused' && words.refused}
        {copyState !== null && copyState !== 'copied' && copyState !== 'refused' && CLEARING_WORDS[copyState]}
      </p>
    </div>
  );
}

function useSecretCopy(value: string, label: string) {
  const [copyState, setCopyState] = useState<Clearing | 'copied' | 'refused' | null>(null);
  const announce = useAnnounce();
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
    },
    [],
  );
  const copy = async () => {
    turn.current += 1;
    const own = turn.current;
    try {
      const { cleared } = await copySecretHere(value);
      setCopyState('copied');
      announce(words.announceCopied(label));
      // The clipboard is cleared even where this component is gone; then nobody is told.
      const clearing = await cleared;
      if (turn.current === own) setCopyState(clearing);
    } catch {
      setCopyState('refused');
      announce(words.announceRefused(label), 'assertive');
    }
  };
  return { copyState, copy };
}
