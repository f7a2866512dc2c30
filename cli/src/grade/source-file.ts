/** What is known of one file: enough for every rule, so that no text is kept. */
import { fromUtf8 } from '@touchstone/core/bytes.ts';
import { type CallFound, callsIn } from './calls.ts';
import { type HashedTokens, hashTokens } from './duplication.ts';
import type { FunctionFacts } from './finder.ts';
import { functionsOf } from './functions.ts';
import { type Import, importsOf } from './imports.ts';
import { type Language, languageOf } from './languages.ts';
import { type SecretFound, secretsIn } from './secrets.ts';
import { type Comment, tokenise } from './tokens.ts';

/** Larger source files are searched for secrets, and not analysed: they cost all points of the rules about code. */
export const MOST_SOURCE_BYTES = 4 * 1024 * 1024;
/** Bytes of a text for each zero byte in it. */
const LEAST_TEXT_FOR_ZERO = 100;
const MARK = /\b(?:TODO|FIXME|XXX|HACK)\b/;

export interface SourceFacts {
  readonly path: string;
  readonly language: string;
  readonly isTest: boolean;
  readonly codeLines: number;
  /** Those of them that test: all of a test's, or those below Rust's `#[cfg(test)]`. */
  readonly testLines: number;
  readonly comments: number;
  readonly functions: readonly FunctionFacts[];
  readonly imports: readonly Import[];
  readonly marks: readonly number[];
  readonly dangerous: readonly CallFound[];
  readonly weak: readonly CallFound[];
  readonly skipped: readonly CallFound[];
  readonly tokens: HashedTokens;
}

/** What is wrong with the bytes of a source file. */
export type SourceFlaw = 'over 4 MiB' | 'holds a zero byte' | 'is not valid UTF-8';

export interface FileText {
  /** Null where it is not UTF-8, or holds a zero byte. */
  readonly text: string | null;
  readonly secrets: readonly SecretFound[];
  /** Null for all that is no source code, or is too large to be analysed. */
  readonly source: SourceFacts | null;
  /** Null for all that is no source code, or has none. */
  readonly flaw: SourceFlaw | null;
}

/** Reads a file. Source code and text are searched for secrets and analysed whatever else is wrong with their bytes. */
export function readText(path: string, name: string, bytes: Uint8Array): FileText {
  const zeros = bytes.includes(0);
  const text = zeros ? null : fromUtf8(bytes);
  const language = languageOf(name);
  const read = text ?? (language !== null || isTextLike(bytes) ? asFarAsLegible(bytes) : '');
  const secrets = secretsIn(read);
  if (language === null) return { text, secrets, source: null, flaw: null };
  if (bytes.length > MOST_SOURCE_BYTES) return { text, secrets, source: null, flaw: 'over 4 MiB' };
  const flaw = zeros ? 'holds a zero byte' : text === null ? 'is not valid UTF-8' : null;
  return { text, secrets, source: readSource(path, read, language), flaw };
}

/** Hardly any zero byte, or the mark of UTF-16: a text that somebody broke, or one in another encoding. */
function isTextLike(bytes: Uint8Array): boolean {
  const [first = 0, second = 0] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  const zeros = bytes.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0);
  return zeros * LEAST_TEXT_FOR_ZERO <= bytes.length;
}

/** What is ASCII stays, in every encoding that a compiler takes; UTF-16 loses its mark and its zero bytes. */
function asFarAsLegible(bytes: Uint8Array): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return text.replaceAll('\0', '').replace(/^\ufffd+/, '');
}

function readSource(path: string, text: string, language: Language): SourceFacts {
  const { tokens, comments, codeLines } = tokenise(text, language);
  const { imports, isImport } = importsOf(tokens, language);
  const isTest = isTestPath(path);
  return {
    path,
    language: language.name,
    isTest,
    codeLines,
    testLines: isTest ? codeLines : ownTestLines(text, language, codeLines),
    comments: comments.length,
    functions: functionsOf(tokens, language),
    imports,
    marks: marksIn(comments),
    dangerous: callsIn(tokens, language, 'dangerous'),
    weak: callsIn(tokens, language, 'weak'),
    skipped: callsIn(tokens, language, 'skipped'),
    tokens: hashTokens(path, tokens, isImport),
  };
}

/** Rust's tests stand at the end of the file that they test. */
function ownTestLines(text: string, language: Language, codeLines: number): number {
  if (language.name !== 'Rust') return 0;
  const at = text.indexOf('#[cfg(test)]');
  return at < 0 ? 0 : Math.min(codeLines, tokenise(text.slice(at), language).codeLines);
}

function marksIn(comments: readonly Comment[]): readonly number[] {
  return comments.flatMap(({ text, line }) =>
    text.split('\n').flatMap((one, offset) => (MARK.test(one) ? [line + offset] : [])),
  );
}

const TEST_FOLDERS: ReadonlySet<string> = new Set(
  'test tests __tests__ spec specs testing testdata fixtures __fixtures__ __mocks__ e2e bench benches benchmarks'.split(
    ' ',
  ),
);
const TEST_NAME =
  /(?:\.(?:test|spec|bench|e2e)\.[a-z]+|_test\.(?:go|py|cc|cpp|c)|_spec\.[a-z]+|Tests?\.(?:java|kt|cs|swift)|_tests?\.rs)$|^test_.*\.py$|^conftest\.py$/;

/** Whether a file belongs to the tests, by its folders and its name. */
export function isTestPath(path: string): boolean {
  const parts = path.split('/');
  const name = parts.pop() ?? '';
  return parts.some((part) => TEST_FOLDERS.has(part)) || TEST_NAME.test(name);
}
