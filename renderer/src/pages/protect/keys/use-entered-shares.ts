import { useRef, useState } from 'react';
import { EMPTY_SHARE, type EnteredShare } from './share-troubles.ts';

const FIRST: readonly EnteredShare[] = [EMPTY_SHARE, { ...EMPTY_SHARE, id: 1 }];

export interface EnteredShares {
  /** With the fields that are empty still. */
  readonly all: readonly EnteredShare[];
  readonly filled: readonly EnteredShare[];
  readonly change: (id: number, changes: Partial<EnteredShare>) => void;
  readonly addEmpty: () => void;
  /** Texts of shares, in place of the empty fields; two fields are there in any case. */
  readonly addTexts: (texts: readonly string[]) => void;
  readonly takeOut: (id: number) => void;
  readonly forget: () => void;
}

/** The fields of the shares that are brought together: two empty ones at first. */
export function useEnteredShares(): EnteredShares {
  const [all, setAll] = useState(FIRST);
  const nextId = useRef(FIRST.length);
  const newShare = (text = ''): EnteredShare => ({ ...EMPTY_SHARE, id: nextId.current++, text });
  return {
    all,
    filled: all.filter(isFilled),
    change: (id, changes) => setAll(all.map((share) => (share.id === id ? { ...share, ...changes } : share))),
    addEmpty: () => setAll([...all, newShare()]),
    addTexts(texts) {
      const added = texts.map((text) => newShare(text));
      setAll((before) => {
        const filled = [...before.filter(isFilled), ...added];
        const missing = Math.max(0, FIRST.length - filled.length);
        return [...filled, ...Array.from({ length: missing }, () => newShare())];
      });
    },
    takeOut: (id) => setAll(all.filter((share) => share.id !== id)),
    forget: () => setAll(FIRST),
  };
}

function isFilled({ text }: EnteredShare): boolean {
  return text.trim() !== '';
}
