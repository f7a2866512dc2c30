import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { words } from '../words/ui/common.ts';
import { Button, IconButton } from './button.tsx';
import { useAnnounce } from './live-region.tsx';

export interface CopyTextProps {
  readonly value: string;
  /** What is copied, for example "fingerprint": the button is called "Copy fingerprint". */
  readonly label: string;
  /** Show the words beside the icon. */
  readonly withText?: boolean;
}

/** Copies a text. The outcome stays on the button for two seconds and is announced. */
export function CopyText({ value, label, withText = false }: CopyTextProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle');
  const announce = useAnnounce();
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), 2000);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setState('copied');
      announce(words.copiedWhat(label));
    } catch {
      setState('refused');
      announce(words.copyRefusedWhat(label), 'assertive');
    }
  };

  const icon = state === 'copied' ? <Check aria-hidden size={14} /> : <Copy aria-hidden size={14} />;
  const name = { idle: words.copy(label), copied: words.copied, refused: words.copyRefused }[state];
  return withText ? (
    <Button size="small" icon={icon} onPress={copy}>
      {name}
    </Button>
  ) : (
    <IconButton size="small" label={name} icon={icon} onPress={copy} />
  );
}
