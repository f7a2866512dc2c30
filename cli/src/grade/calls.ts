/** Calls that run text as code, switch a protection off or use broken cryptography: read from the tokens, so never from comments. */
import type { Language } from './languages.ts';
import type { Token } from './tokens.ts';

export interface CallFound {
  readonly line: number;
  readonly what: string;
}

interface Pattern {
  /** Null for every language. */
  readonly languages: readonly string[] | null;
  /** Tokens in a row: a word or sign, or a string between quotes; `*` for any one. */
  readonly tokens: readonly string[];
  readonly what: string;
  /** Whether a dot before it makes it another function. */
  readonly isGlobal?: boolean;
}

const SCRIPT = ['TypeScript', 'JavaScript'];

const DANGEROUS: readonly Pattern[] = [
  { languages: [...SCRIPT, 'Python', 'PHP'], tokens: ['eval', '('], what: 'eval runs text as code', isGlobal: true },
  { languages: ['Python'], tokens: ['exec', '('], what: 'exec runs text as code', isGlobal: true },
  { languages: SCRIPT, tokens: ['new', 'Function', '('], what: 'new Function runs text as code' },
  { languages: SCRIPT, tokens: ['dangerouslySetInnerHTML', '='], what: 'HTML is inserted without escaping' },
  { languages: SCRIPT, tokens: ['.', 'innerHTML', '='], what: 'HTML is inserted without escaping' },
  { languages: SCRIPT, tokens: ['document', '.', 'write', '('], what: 'HTML is inserted without escaping' },
  { languages: SCRIPT, tokens: ['shell', ':', 'true'], what: 'a command runs through a shell' },
  { languages: SCRIPT, tokens: ['rejectUnauthorized', ':', 'false'], what: 'certificates are not checked' },
  { languages: ['Python'], tokens: ['shell', '=', 'True'], what: 'a command runs through a shell' },
  { languages: ['Python'], tokens: ['os', '.', 'system', '('], what: 'a command runs through a shell' },
  { languages: ['Python'], tokens: ['pickle', '.', 'loads', '('], what: 'pickle runs code of its input' },
  { languages: ['Python'], tokens: ['pickle', '.', 'load', '('], what: 'pickle runs code of its input' },
  {
    languages: ['Python'],
    tokens: ['yaml', '.', 'load', '('],
    what: 'yaml.load may run code of its input; use safe_load',
  },
  { languages: ['Python'], tokens: ['verify', '=', 'False'], what: 'certificates are not checked' },
  { languages: ['Go'], tokens: ['InsecureSkipVerify', ':', 'true'], what: 'certificates are not checked' },
  { languages: ['Go'], tokens: ['InsecureSkipVerify', '=', 'true'], what: 'certificates are not checked' },
  { languages: ['Rust'], tokens: ['danger_accept_invalid_certs', '(', 'true'], what: 'certificates are not checked' },
  { languages: ['Rust'], tokens: ['mem', '::', 'transmute'], what: 'transmute switches type checks off' },
  { languages: ['Java', 'Kotlin'], tokens: ['.', 'readObject', '('], what: 'deserialisation runs code of its input' },
  {
    languages: ['Java', 'Kotlin'],
    tokens: ['getRuntime', '(', ')', '.', 'exec', '('],
    what: 'a command is run from text',
  },
  { languages: ['C#'], tokens: ['new', 'BinaryFormatter'], what: 'deserialisation runs code of its input' },
  { languages: ['C', 'C++'], tokens: ['gets', '('], what: 'gets writes beyond its buffer', isGlobal: true },
  { languages: ['C', 'C++'], tokens: ['strcpy', '('], what: 'strcpy may write beyond its buffer', isGlobal: true },
  { languages: ['C', 'C++'], tokens: ['system', '('], what: 'a command runs through a shell', isGlobal: true },
  { languages: ['PHP'], tokens: ['unserialize', '('], what: 'deserialisation runs code of its input' },
  { languages: ['PHP'], tokens: ['shell_exec', '('], what: 'a command runs through a shell' },
  { languages: ['Shell'], tokens: ['eval'], what: 'eval runs text as code' },
];

const WEAK: readonly Pattern[] = [
  ...['md5', 'MD5', 'sha1', 'SHA1', 'SHA-1', 'des', 'rc4'].flatMap((name): readonly Pattern[] => [
    { languages: SCRIPT, tokens: ['createHash', '(', `"${name}"`], what: `${name} is broken` },
    { languages: SCRIPT, tokens: ['createHmac', '(', `"${name}"`], what: `${name} is broken` },
    { languages: ['Java', 'Kotlin'], tokens: ['getInstance', '(', `"${name}"`], what: `${name} is broken` },
  ]),
  { languages: SCRIPT, tokens: ['createCipher', '('], what: 'createCipher derives its key without salt' },
  { languages: ['Java', 'Kotlin'], tokens: ['getInstance', '(', '"DES"'], what: 'DES is broken' },
  {
    languages: ['Java', 'Kotlin'],
    tokens: ['getInstance', '(', '"AES/ECB/PKCS5Padding"'],
    what: 'ECB shows equal blocks',
  },
  { languages: ['Python'], tokens: ['hashlib', '.', 'md5', '('], what: 'MD5 is broken' },
  { languages: ['Python'], tokens: ['hashlib', '.', 'sha1', '('], what: 'SHA-1 is broken' },
  { languages: ['Python'], tokens: ['.', 'MODE_ECB'], what: 'ECB shows equal blocks' },
  { languages: ['Go'], tokens: ['md5', '.', 'New', '('], what: 'MD5 is broken' },
  { languages: ['Go'], tokens: ['md5', '.', 'Sum', '('], what: 'MD5 is broken' },
  { languages: ['Go'], tokens: ['sha1', '.', 'New', '('], what: 'SHA-1 is broken' },
  { languages: ['Go'], tokens: ['sha1', '.', 'Sum', '('], what: 'SHA-1 is broken' },
  { languages: ['Go'], tokens: ['des', '.', 'NewCipher', '('], what: 'DES is broken' },
  { languages: ['Rust'], tokens: ['Md5', '::', 'new', '('], what: 'MD5 is broken' },
  { languages: ['Rust'], tokens: ['Sha1', '::', 'new', '('], what: 'SHA-1 is broken' },
  { languages: ['C#'], tokens: ['MD5', '.', 'Create', '('], what: 'MD5 is broken' },
  { languages: ['C#'], tokens: ['SHA1', '.', 'Create', '('], what: 'SHA-1 is broken' },
  { languages: ['PHP'], tokens: ['md5', '('], what: 'MD5 is broken', isGlobal: true },
  { languages: ['PHP'], tokens: ['sha1', '('], what: 'SHA-1 is broken', isGlobal: true },
];

const SKIPPED: readonly Pattern[] = [
  ...['it', 'test', 'describe'].flatMap((name): readonly Pattern[] => [
    { languages: SCRIPT, tokens: [name, '.', 'skip', '('], what: 'a test is skipped', isGlobal: true },
    {
      languages: SCRIPT,
      tokens: [name, '.', 'only', '('],
      what: 'all other tests of the file are skipped',
      isGlobal: true,
    },
  ]),
  { languages: SCRIPT, tokens: ['xit', '('], what: 'a test is skipped', isGlobal: true },
  { languages: SCRIPT, tokens: ['xdescribe', '('], what: 'tests are skipped', isGlobal: true },
  { languages: ['Python'], tokens: ['mark', '.', 'skip'], what: 'a test is skipped' },
  { languages: ['Python'], tokens: ['unittest', '.', 'skip'], what: 'a test is skipped' },
  { languages: ['Go'], tokens: ['t', '.', 'Skip', '('], what: 'a test is skipped', isGlobal: true },
  { languages: ['Rust'], tokens: ['#', '[', 'ignore'], what: 'a test is skipped' },
  { languages: ['Java', 'Kotlin'], tokens: ['@', 'Disabled'], what: 'a test is skipped' },
  { languages: ['Java', 'Kotlin'], tokens: ['@', 'Ignore'], what: 'a test is skipped' },
  { languages: ['C#'], tokens: ['Skip', '=', '*'], what: 'a test is skipped' },
];

/** The patterns by language and first token: each token of a file is looked up once. */
type Index = ReadonlyMap<string, readonly Pattern[]>;

function indexOf(patterns: readonly Pattern[]): ReadonlyMap<string, Index> {
  const languages = new Set(patterns.flatMap(({ languages: names }) => names ?? []));
  return new Map(
    [...languages].map((name) => {
      const own = patterns.filter(({ languages: names }) => names === null || names.includes(name));
      return [name, Map.groupBy(own, ({ tokens }) => tokens[0] ?? '')];
    }),
  );
}

const INDICES = { dangerous: indexOf(DANGEROUS), weak: indexOf(WEAK), skipped: indexOf(SKIPPED) } as const;
export type CallKind = keyof typeof INDICES;

/** What is found of a kind, at most one at each token. */
export function callsIn(tokens: readonly Token[], language: Language, kind: CallKind): readonly CallFound[] {
  const index = INDICES[kind].get(language.name);
  if (index === undefined) return [];
  return tokens.flatMap((token, at) => {
    if (token.kind === 'string') return [];
    const pattern = index.get(token.text)?.find((one) => stands(one, tokens, at));
    return pattern === undefined ? [] : [{ line: token.line, what: pattern.what }];
  });
}

function stands({ tokens: wanted, isGlobal = false }: Pattern, tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1];
  const isMember =
    before?.kind === 'sign'
      ? /^(?:\.|::|->|\?\.)$/.test(before.text)
      : /^(?:function|def|func|fn)$/.test(before?.text ?? '');
  if (isGlobal && isMember) return false;
  return wanted.every((want, step) => {
    const token = tokens[at + step];
    if (token === undefined) return false;
    if (want === '*') return true;
    return token.kind === 'string' ? want === `"${token.text}"` : want === token.text;
  });
}
