/** A guide as the Help page shows it. `renderer/guides.ts` makes it of the Markdown in `docs/` when the console is built. */

export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: readonly Inline[] }
  | { readonly em: readonly Inline[] }
  /** `to` is the place of a part, as `doctor#audit`; null where the text leads out of the guides. */
  | { readonly link: readonly Inline[]; readonly to: string | null };

export type Block =
  | { readonly text: readonly Inline[] }
  | { readonly code: string }
  /** `start` is the number of the first item; null where the items have signs. */
  | { readonly items: readonly (readonly Block[])[]; readonly start: number | null }
  | { readonly head: readonly (readonly Inline[])[]; readonly rows: readonly (readonly (readonly Inline[])[])[] }
  | { readonly quote: readonly Block[] };

/** What stands below one heading, up to the next. */
export interface GuidePart {
  /** Made of the heading, as GitHub makes it; empty for what stands above the first one. */
  readonly id: string;
  /** 2 for the parts of a guide, 3 and more for parts of these. */
  readonly level: number;
  readonly title: readonly Inline[];
  readonly blocks: readonly Block[];
}

export interface Guide {
  /** The name of its file without the ending. */
  readonly id: string;
  /** Its file below `docs/`. */
  readonly path: string;
  /** The heading in the list of guides under which it stands. */
  readonly group: string;
  /** Its name and what it is about, as the list has them. */
  readonly title: string;
  readonly about: readonly Inline[];
  readonly parts: readonly GuidePart[];
}

/** The text of inline elements without their looks. */
export function plain(inline: readonly Inline[]): string {
  return inline
    .map((one) => {
      if (typeof one === 'string') return one;
      if ('code' in one) return one.code;
      return plain('strong' in one ? one.strong : 'em' in one ? one.em : one.link);
    })
    .join('');
}

/** The text of blocks, a line each. */
export function plainBlocks(blocks: readonly Block[]): string {
  return blocks
    .map((block) => {
      if ('text' in block) return plain(block.text);
      if ('code' in block) return block.code;
      if ('items' in block) return block.items.map(plainBlocks).join('\n');
      if ('quote' in block) return plainBlocks(block.quote);
      return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join('\n');
    })
    .join('\n');
}
