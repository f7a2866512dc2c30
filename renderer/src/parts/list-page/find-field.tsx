import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Input, SearchField } from 'react-aria-components';

/** The address follows when the person pauses: it is not written at every key. */
const TYPING_PAUSE_MS = 150;

export interface FindFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onChange: (text: string) => void;
}

/** A search field whose text lives elsewhere, as in the address, and is handed over when typing pauses. Escape empties it. */
export function FindField({ label, text, onChange }: FindFieldProps) {
  const [typed, setTyped] = useState(text);
  const known = useRef(text);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    // The address changed by itself, as when a person goes back.
    if (text === known.current) return;
    known.current = text;
    setTyped(text);
  }, [text]);
  useEffect(() => {
    if (typed === known.current) return;
    const timer = setTimeout(() => {
      known.current = typed;
      change.current(typed);
    }, TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <SearchField aria-label={label} value={typed} onChange={setTyped} className="relative" autoComplete="off">
      <Search
        aria-hidden
        size={15}
        className="pointer-events-none absolute start-2.5 top-1/2 -translate-y-1/2 text-muted"
      />
      <Input placeholder={label} spellCheck="false" className="field-frame w-full ps-8 pe-2" />
    </SearchField>
  );
}
