/** What a source file imports: how many modules, and of JavaScript and Python which files of the tree. */
import type { Language } from './languages.ts';
import type { Token } from './tokens.ts';

export interface Import {
  /** As it is written: `./a.ts`, `..pkg.mod`, `java.util.List`. */
  readonly specifier: string;
  readonly line: number;
  /** Whether it is needed when the module is loaded: types and `import()` are not. */
  readonly isEager: boolean;
  /** Python: names that may be modules of the package. */
  readonly names: readonly string[];
}

export interface Imports {
  readonly imports: readonly Import[];
  /** Tokens that belong to imports, by index: repeated ones are no duplicated code. */
  readonly isImport: Uint8Array;
}

export function importsOf(tokens: readonly Token[], language: Language): Imports {
  const isImport = new Uint8Array(tokens.length);
  const imports: Import[] = [];
  const read = READERS[language.name];
  if (read === undefined) return { imports, isImport };
  for (let at = 0; at < tokens.length; at++) {
    const found = read(tokens, at);
    if (found === null) continue;
    // One by one: a statement may have more names than a call has arguments.
    for (const one of found.imports) imports.push(one);
    isImport.fill(1, at, found.end);
    at = Math.max(at, found.end - 1);
  }
  return { imports, isImport };
}

interface Found {
  readonly imports: readonly Import[];
  /** The first token after it. */
  readonly end: number;
}

type ReadImport = (tokens: readonly Token[], at: number) => Found | null;

/** How far a statement of an import goes at most. */
const MOST_TOKENS = 2_000;

function wordAt(tokens: readonly Token[], at: number): string {
  const token = tokens[at];
  return token === undefined || token.kind === 'string' ? '' : token.text;
}

const javascript: ReadImport = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== 'word') return null;
  const line = token.line;
  const made = (specifier: string, isEager: boolean, end: number): Found => ({
    imports: [{ specifier, line, isEager, names: [] }],
    end,
  });
  if ((token.text === 'require' || token.text === 'import') && wordAt(tokens, at + 1) === '(') {
    const specifier = tokens[at + 2];
    if (specifier?.kind !== 'string' || wordAt(tokens, at + 3) !== ')' || wordAt(tokens, at - 1) === '.') return null;
    return made(specifier.text, token.text === 'require', at + 4);
  }
  if (token.indent < 0 || (token.text !== 'import' && token.text !== 'export')) return null;
  const isType = wordAt(tokens, at + 1) === 'type' && wordAt(tokens, at + 2) !== 'from';
  if (token.text === 'import' && tokens[at + 1]?.kind === 'string')
    return made(tokens[at + 1]?.text ?? '', true, at + 2);
  if (token.text === 'export' && !/^[{*]$/.test(wordAt(tokens, at + (isType ? 2 : 1)))) return null;
  for (let next = at + 1; next < Math.min(tokens.length, at + MOST_TOKENS); next++) {
    const text = wordAt(tokens, next);
    if (text === 'from' && tokens[next + 1]?.kind === 'string') {
      return made(tokens[next + 1]?.text ?? '', !isType, next + 2);
    }
    // An export of own names, or no import after all.
    if (text === ';' || text === '=' || text === '(') return null;
  }
  return null;
};

/** A dotted name; what follows it. */
function dotted(tokens: readonly Token[], from: number): { readonly name: string; readonly end: number } {
  let name = '';
  let at = from;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined || token.indent >= 0 || token.kind === 'string') break;
    const isDot = /^(?:\.|\.\.|\.\.\.)$/.test(token.text);
    const isPart = token.kind === 'word' && token.text !== 'import' && token.text !== 'as';
    if (!isDot && !(isPart && (name === '' || name.endsWith('.')))) break;
    name += token.text;
  }
  return { name, end: at };
}

const python: ReadImport = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.indent < 0) return null;
  const { line } = token;
  if (token.text === 'import') {
    const imports: Import[] = [];
    let next = at + 1;
    for (;;) {
      const { name, end } = dotted(tokens, next);
      if (name !== '') imports.push({ specifier: name, line, isEager: token.indent === 0, names: [] });
      next = wordAt(tokens, end) === 'as' ? end + 2 : end;
      if (wordAt(tokens, next) !== ',') return { imports, end: Math.max(next, at + 1) };
      next++;
    }
  }
  if (token.text !== 'from') return null;
  const { name, end } = dotted(tokens, at + 1);
  if (name === '' || wordAt(tokens, end) !== 'import') return null;
  const names: string[] = [];
  const isInBrackets = wordAt(tokens, end + 1) === '(';
  let next = end + 1;
  for (; next < Math.min(tokens.length, end + MOST_TOKENS); next++) {
    const one = tokens[next];
    if (one === undefined || (!isInBrackets && one.indent >= 0) || one.text === ')') break;
    if (one.kind === 'word' && wordAt(tokens, next - 1) !== 'as' && one.text !== 'as') names.push(one.text);
  }
  return { imports: [{ specifier: name, line, isEager: token.indent === 0, names }], end: next };
};

/** `import a.b;`, `using A.B;`, `use a::b;`: up to the end of the statement. */
function statement(word: string, isWanted: (tokens: readonly Token[], at: number) => boolean = () => true): ReadImport {
  return (tokens, at) => {
    const token = tokens[at];
    if (token?.kind !== 'word' || token.text !== word || token.indent < 0 || !isWanted(tokens, at)) return null;
    let specifier = '';
    for (let next = at + 1; next < Math.min(tokens.length, at + MOST_TOKENS); next++) {
      const one = tokens[next];
      const isOver = one === undefined || one.text === ';' || (word === 'import' && one.indent >= 0);
      if (isOver) return { imports: [{ specifier, line: token.line, isEager: true, names: [] }], end: next };
      specifier += one.text;
    }
    return null;
  };
}

const go: ReadImport = (tokens, at) => {
  const token = tokens[at];
  if (token?.kind !== 'word' || token.text !== 'import' || token.indent !== 0) return null;
  const isList = wordAt(tokens, at + 1) === '(';
  const imports: Import[] = [];
  let next = at + 1;
  for (; next < Math.min(tokens.length, at + MOST_TOKENS); next++) {
    const one = tokens[next];
    if (one === undefined || one.text === ')') break;
    if (one.kind !== 'string') continue;
    imports.push({ specifier: one.text, line: one.line, isEager: true, names: [] });
    if (!isList) break;
  }
  return { imports, end: next + 1 };
};

const isUsing = (tokens: readonly Token[], at: number) =>
  wordAt(tokens, at + 1) !== '(' && wordAt(tokens, at + 1) !== 'var';

const READERS: Readonly<Record<string, ReadImport>> = {
  TypeScript: javascript,
  JavaScript: javascript,
  Python: python,
  Go: go,
  Rust: statement('use'),
  Java: statement('import'),
  Kotlin: statement('import'),
  Swift: statement('import'),
  'C#': statement('using', isUsing),
  PHP: statement('use'),
};
