import { createContext, type ReactNode, useCallback, useContext, useRef, useState } from 'react';

export type Politeness = 'polite' | 'assertive';
export type Announce = (message: string, politeness?: Politeness) => void;

const LiveRegionContext = createContext<Announce | null>(null);

interface Message {
  readonly text: string;
  readonly turn: number;
}

const SILENCE: Message = { text: '', turn: 0 };

/** Holds the page's two live regions. The same sentence said twice is announced twice. */
export function LiveRegionProvider({ children }: { readonly children: ReactNode }) {
  const [polite, setPolite] = useState(SILENCE);
  const [assertive, setAssertive] = useState(SILENCE);
  const turn = useRef(0);
  const announce = useCallback<Announce>((text, politeness = 'polite') => {
    turn.current += 1;
    const message = { text, turn: turn.current };
    if (politeness === 'assertive') setAssertive(message);
    else setPolite(message);
  }, []);
  return (
    <LiveRegionContext value={announce}>
      {children}
      <div role="status" aria-live="polite" className="sr-only">
        <span key={polite.turn}>{polite.text}</span>
      </div>
      <div role="alert" aria-live="assertive" className="sr-only">
        <span key={assertive.turn}>{assertive.text}</span>
      </div>
    </LiveRegionContext>
  );
}

/** Says a sentence to screen readers: progress politely, failures assertively. */
export function useAnnounce(): Announce {
  const announce = useContext(LiveRegionContext);
  if (announce === null) throw new TypeError('useAnnounce needs a LiveRegionProvider above it');
  return announce;
}
