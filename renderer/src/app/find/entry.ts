import type { LucideIcon } from 'lucide-react';
import type { ObjectKind } from '../../parts/objects/object-tile.tsx';

/** A line of the palette. */
export interface Entry {
  readonly id: string;
  /** It may come from a file or a program. */
  readonly title: string;
  readonly detail?: string;
  /** Other words by which it is found. */
  readonly also?: string;
  readonly sign: { readonly icon: LucideIcon } | { readonly object: ObjectKind };
  readonly run: () => void;
}

export interface EntrySection {
  readonly id: string;
  readonly title: string;
  readonly entries: readonly Entry[];
}

/** Those entries in which every word that was typed occurs. */
export function matching(
  entries: readonly Entry[],
  typed: string,
  contains: (text: string, part: string) => boolean,
): readonly Entry[] {
  const parts = typed.split(/\s+/).filter((part) => part !== '');
  return entries.filter(({ title, detail = '', also = '' }) =>
    parts.every((part) => contains(`${title} ${detail} ${also}`, part)),
  );
}
