/** Reads the guides in `docs/` when the console is built: the page parses no Markdown and holds no markup of theirs. */
import { readFile } from 'node:fs/promises';
import { basename, join, normalize } from 'node:path';
import { lexer, type Token, type Tokens } from 'marked';
import type { Plugin } from 'vite';
import { type Block, type Guide, type GuidePart, type Inline, plain } from './src/pages/administration/help/guide.ts';

const DOCS = join(import.meta.dirname, '..', 'docs');
/** The list of guides: tables below headings, whose first column leads to the files. */
const LIST = 'user-guide/README.md';

/** The guides in the order of the list. Throws where a file holds what the page cannot show. */
export async function readGuides(): Promise<readonly Guide[]> {
  const files = listed(lexer(await readFile(join(DOCS, LIST), 'utf8')));
  const places = new Map(files.map(({ path }) => [path, guideId(path)]));
  return Promise.all(
    files.map(async ({ path, group, title, about }): Promise<Guide> => {
      const [heading, ...tokens] = lexer(await readFile(join(DOCS, path), 'utf8')).filter(isShown);
      if (heading?.type !== 'heading') throw new Error(`${path} does not begin with its heading`);
      const inline = (all: readonly Token[]) => inlineOf(all, (href) => placeOf(href, path, places));
      return {
        id: guideId(path),
        path,
        group,
        title,
        about: inline(about),
        parts: partsOf(tokens, inline),
      };
    }),
  );
}

/** `virtual:guides`, the guides as a module. */
export function guides(): Plugin {
  const name = '\0virtual:guides';
  return {
    name: 'guides',
    resolveId: (id) => (id === 'virtual:guides' ? name : null),
    async load(id) {
      if (id !== name) return null;
      const all = await readGuides();
      for (const { path } of [{ path: LIST }, ...all]) this.addWatchFile(join(DOCS, path));
      // Read from a string: engines parse that faster than an expression.
      return `export const GUIDES = JSON.parse(${JSON.stringify(JSON.stringify(all))});`;
    },
  };
}

const guideId = (path: string) => basename(path, '.md');
const isShown = ({ type }: Token) => type !== 'space';
const childrenOf = (token: Token): readonly Token[] =>
  'tokens' in token && token.tokens !== undefined ? token.tokens : [];

interface Listed {
  readonly path: string;
  readonly group: string;
  readonly title: string;
  readonly about: readonly Token[];
}

function listed(tokens: readonly Token[]): readonly Listed[] {
  let group = '';
  return tokens.flatMap((token) => {
    if (token.type === 'heading') group = token.text;
    if (token.type !== 'table') return [];
    return (token as Tokens.Table).rows.map((row): Listed => {
      const link = row[0]?.tokens[0];
      if (link?.type !== 'link') throw new Error(`a row of ${LIST} does not begin with a link`);
      return { path: normalize(join('user-guide', link.href)), group, title: link.text, about: row[1]?.tokens ?? [] };
    });
  });
}

type ReadInline = (tokens: readonly Token[]) => Inline[];

function partsOf(tokens: readonly Token[], inline: ReadInline): GuidePart[] {
  const parts: (GuidePart & { blocks: Block[] })[] = [{ id: '', level: 2, title: [], blocks: [] }];
  for (const token of tokens) {
    if (token.type === 'heading') {
      const title = inline(childrenOf(token));
      const name = slug(plain(title));
      const same = parts.filter(({ title: known }) => slug(plain(known)) === name).length;
      parts.push({ id: same === 0 ? name : `${name}-${same}`, level: token.depth, title, blocks: [] });
    } else parts.at(-1)?.blocks.push(blockOf(token, inline));
  }
  return parts.filter(({ id, blocks }) => id !== '' || blocks.length > 0);
}

/** The name that GitHub gives a heading. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-');
}

function blockOf(token: Token, inline: ReadInline): Block {
  const within = (tokens: readonly Token[]) => tokens.filter(isShown).map((one) => blockOf(one, inline));
  switch (token.type) {
    case 'paragraph':
    case 'text':
      return { text: inline(childrenOf(token)) };
    case 'code':
      return { code: token.text };
    case 'blockquote':
      return { quote: within(childrenOf(token)) };
    case 'list': {
      const { items, ordered, start } = token as Tokens.List;
      return { items: items.map((item) => within(item.tokens)), start: ordered ? Number(start) : null };
    }
    case 'table': {
      const { header, rows } = token as Tokens.Table;
      const cells = (row: readonly Tokens.TableCell[]) => row.map((cell) => inline(cell.tokens));
      return { head: cells(header), rows: rows.map(cells) };
    }
    default:
      throw new Error(`the guides know no ${token.type}: ${token.raw.slice(0, 80)}`);
  }
}

function inlineOf(tokens: readonly Token[], place: (href: string) => string | null): Inline[] {
  return tokens.map((token): Inline => {
    const within = () => inlineOf(childrenOf(token), place);
    switch (token.type) {
      case 'text':
      case 'escape':
        return token.text.replaceAll('\n', ' ');
      case 'codespan':
        return { code: token.text };
      case 'strong':
        return { strong: within() };
      case 'em':
        return { em: within() };
      case 'link':
        return { link: within(), to: place(token.href) };
      default:
        throw new Error(`the guides know no ${token.type} in a line: ${token.raw.slice(0, 80)}`);
    }
  });
}

/** The place that a link of a file leads to; null where that is no guide. */
function placeOf(href: string, from: string, places: ReadonlyMap<string, string>): string | null {
  if (/^[a-z]+:/.test(href)) return null;
  const [file = '', part = ''] = href.split('#');
  const guide = places.get(file === '' ? from : normalize(join(from, '..', file)));
  return guide === undefined ? null : part === '' ? guide : `${guide}#${part}`;
}
