/** The languages whose source code is analysed, by the endings of file names. */

export interface Language {
  readonly name: string;
  readonly endings: readonly string[];
  readonly lineComment: '//' | '#';
  readonly hasBlockComments: boolean;
  /** Block comments may hold block comments. */
  readonly nestsComments?: boolean;
  /** Strings that begin and end with the same text, the longest first. */
  readonly strings: readonly StringForm[];
  /** Where the body of a function ends: at its brace, or where the indentation goes back. */
  readonly bodies: 'braces' | 'indentation';
  /** Words that begin a function; without them a function is a name, parentheses and a body. */
  readonly functionWords: readonly string[];
  /** Words that stand for a further way through a function. */
  readonly decisions: ReadonlySet<string>;
  /** Punctuation that does. */
  readonly decisionSigns: ReadonlySet<string>;
  readonly loops: ReadonlySet<string>;
  /** Methods that look through a whole list. */
  readonly searches: ReadonlySet<string>;
  /** Whether `+=` of a text copies all of it. */
  readonly copiesStrings: boolean;
  /** Features of the tokens that one language has. */
  readonly special?: 'javascript' | 'rust' | 'shell' | 'csharp' | 'cpp';
}

export interface StringForm {
  readonly quote: string;
  readonly escapes: boolean;
  readonly spansLines: boolean;
}

const DOUBLE: StringForm = { quote: '"', escapes: true, spansLines: false };
const SINGLE: StringForm = { quote: "'", escapes: true, spansLines: false };
const TEXT_BLOCK: StringForm = { quote: '"""', escapes: true, spansLines: true };
const SINGLE_BLOCK: StringForm = { quote: "'''", escapes: true, spansLines: true };
const RAW: StringForm = { quote: '`', escapes: false, spansLines: true };

const C_DECISIONS = ['if', 'for', 'while', 'case', 'catch'];
const C_SIGNS = new Set(['&&', '||', '?']);
const C_LOOPS = new Set(['for', 'while', 'do']);
const NO_WORDS: ReadonlySet<string> = new Set();

/** What languages with braces and slashes share. */
const C_LIKE = {
  lineComment: '//',
  hasBlockComments: true,
  strings: [DOUBLE, SINGLE],
  bodies: 'braces',
  functionWords: [],
  decisions: new Set(C_DECISIONS),
  decisionSigns: C_SIGNS,
  loops: C_LOOPS,
  searches: NO_WORDS,
  copiesStrings: false,
} as const satisfies Omit<Language, 'name' | 'endings'>;

export const LANGUAGES: readonly Language[] = [
  {
    ...C_LIKE,
    name: 'TypeScript',
    endings: ['.ts', '.tsx', '.mts', '.cts'],
    decisionSigns: new Set([...C_SIGNS, '??']),
    searches: new Set(['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'findLast']),
    special: 'javascript',
  },
  {
    ...C_LIKE,
    name: 'JavaScript',
    endings: ['.js', '.jsx', '.mjs', '.cjs'],
    decisionSigns: new Set([...C_SIGNS, '??']),
    searches: new Set(['includes', 'indexOf', 'lastIndexOf', 'find', 'findIndex', 'findLast']),
    special: 'javascript',
  },
  {
    ...C_LIKE,
    name: 'Python',
    endings: ['.py', '.pyi'],
    lineComment: '#',
    hasBlockComments: false,
    strings: [TEXT_BLOCK, SINGLE_BLOCK, DOUBLE, SINGLE],
    bodies: 'indentation',
    functionWords: ['def'],
    decisions: new Set(['if', 'elif', 'for', 'while', 'except', 'case', 'and', 'or']),
    decisionSigns: NO_WORDS,
    loops: new Set(['for', 'while']),
    searches: new Set(['index', 'count']),
    copiesStrings: true,
  },
  {
    ...C_LIKE,
    name: 'Go',
    endings: ['.go'],
    strings: [DOUBLE, RAW, SINGLE],
    functionWords: ['func'],
    decisions: new Set(['if', 'for', 'case', 'select']),
    decisionSigns: new Set(['&&', '||']),
    loops: new Set(['for']),
    copiesStrings: true,
  },
  {
    ...C_LIKE,
    name: 'Rust',
    endings: ['.rs'],
    nestsComments: true,
    strings: [{ ...DOUBLE, spansLines: true }],
    functionWords: ['fn'],
    decisions: new Set(['if', 'for', 'while', 'loop']),
    // Each arm of a match.
    decisionSigns: new Set(['&&', '||', '=>']),
    loops: new Set(['for', 'while', 'loop']),
    special: 'rust',
  },
  {
    ...C_LIKE,
    name: 'Java',
    endings: ['.java'],
    strings: [TEXT_BLOCK, DOUBLE, SINGLE],
    searches: new Set(['contains', 'indexOf', 'lastIndexOf']),
    copiesStrings: true,
  },
  {
    ...C_LIKE,
    name: 'C#',
    endings: ['.cs'],
    strings: [TEXT_BLOCK, DOUBLE, SINGLE],
    decisions: new Set([...C_DECISIONS, 'foreach']),
    decisionSigns: new Set([...C_SIGNS, '??']),
    loops: new Set([...C_LOOPS, 'foreach']),
    searches: new Set(['Contains', 'IndexOf', 'FindIndex']),
    copiesStrings: true,
    special: 'csharp',
  },
  {
    ...C_LIKE,
    name: 'Kotlin',
    endings: ['.kt', '.kts'],
    nestsComments: true,
    strings: [TEXT_BLOCK, DOUBLE, SINGLE],
    functionWords: ['fun'],
    decisionSigns: new Set(['&&', '||', '?:', '->']),
    searches: new Set(['contains', 'indexOf']),
    copiesStrings: true,
  },
  {
    ...C_LIKE,
    name: 'Swift',
    endings: ['.swift'],
    nestsComments: true,
    strings: [TEXT_BLOCK, DOUBLE],
    functionWords: ['func'],
    decisions: new Set(['if', 'guard', 'for', 'while', 'case', 'catch']),
    decisionSigns: new Set(['&&', '||', '??']),
    searches: new Set(['contains', 'firstIndex']),
  },
  { ...C_LIKE, name: 'C', endings: ['.c', '.h'] },
  { ...C_LIKE, name: 'C++', endings: ['.cc', '.cpp', '.cxx', '.hh', '.hpp', '.hxx'], special: 'cpp' },
  {
    ...C_LIKE,
    name: 'PHP',
    endings: ['.php'],
    strings: [
      { ...DOUBLE, spansLines: true },
      { ...SINGLE, spansLines: true },
    ],
    functionWords: ['function'],
    decisions: new Set([...C_DECISIONS, 'elseif', 'foreach']),
    decisionSigns: new Set([...C_SIGNS, '??']),
    loops: new Set([...C_LOOPS, 'foreach']),
  },
  {
    ...C_LIKE,
    name: 'Shell',
    endings: ['.sh', '.bash', '.zsh'],
    lineComment: '#',
    hasBlockComments: false,
    strings: [
      { ...DOUBLE, spansLines: true },
      { ...SINGLE, escapes: false, spansLines: true },
    ],
    functionWords: ['function'],
    decisions: new Set(['if', 'elif', 'for', 'while', 'until', 'case']),
    decisionSigns: new Set(['&&', '||', ';;']),
    loops: new Set(['for', 'while', 'until']),
    special: 'shell',
  },
];

const BY_ENDING: ReadonlyMap<string, Language> = new Map(
  LANGUAGES.flatMap((language) => language.endings.map((ending) => [ending, language] as const)),
);

/** The language of a file by the last ending of its name, in whatever case; null for every other file. */
export function languageOf(name: string): Language | null {
  const dot = name.lastIndexOf('.');
  return dot < 0 ? null : (BY_ENDING.get(name.slice(dot).toLowerCase()) ?? null);
}
