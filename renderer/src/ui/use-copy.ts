import { words } from '../words/ui/common.ts';
import { useAnnounce } from './live-region.tsx';

/** Copies a public text and says so; the copy key of a list. Secrets are SecretText's. */
export function useCopy(): (text: string, label: string) => Promise<void> {
  const announce = useAnnounce();
  return async (text, label) => {
    try {
      await navigator.clipboard.writeText(text);
      announce(words.copiedWhat(label));
    } catch {
      announce(words.copyRefusedWhat(label), 'assertive');
    }
  };
}
