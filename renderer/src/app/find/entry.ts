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

export interface TextFilter {
  readonly contains: (text: string, part: string) => boolean;
  readonly startsWith: (text: string, part: string) => boolean;
}

/** Those entries in which every word that was typed occurs: anywhere in the title, or where another of its words begins. */
export function matching(entries: readonly Entry[], typed: string, filter: TextFilter): readonly Entry[] {
  const parts = typed.split(/\s+/).filter((part) => part !== '');
  return entries.filter(({ title, detail = '', also = '' }) => {
    const others = `${detail} ${also}`.split(/[\s,(]+/);
    return parts.every((part) => filter.contains(title, part) || others.some((word) => filter.startsWith(word, part)));
  });
}
