/**
 * Source code as tokens: words, numbers, strings and signs with their lines, and what the comments hold. One reader for all
 * languages, as in lizard: it understands enough to find functions and decisions, and never fails, whatever a file holds.
 */
import type { Language, StringForm } from './languages.ts';
import { sourceText } from './source-text.ts';

export type TokenKind = 'word' | 'number' | 'string' | 'sign';

export interface Token {
  readonly kind: TokenKind;
  /** Of a string: what stands between its quotes. */
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** Blanks before it, where it is the first of its line; -1 elsewhere. */
  readonly indent: number;
}

export interface Comment {
  readonly text: string;
  readonly line: number;
}

export interface Tokens {
  readonly tokens: readonly Token[];
  readonly comments: readonly Comment[];
  /** Lines that hold a token. */
  readonly codeLines: number;
}

/** Signs of several characters that mean something here; the longest first. */
const LONG_SIGNS = ['>>>=', '...', '===', '!==', '<<=', '>>=', '**=', '&&=', '||=', '??=', '>>>'];
const PAIRS: ReadonlySet<string> = new Set(
  '=> -> && || ?? ?. ?: :: ;; += -= *= /= == != <= >= ++ -- << >> ** := .. |= &='.split(' '),
);
/** Words after which a slash begins a regular expression. */
const BEFORE_REGEX: ReadonlySet<string> = new Set(
  'return typeof case in of delete void throw new else do instanceof yield await'.split(' '),
);
const WORD_START = /[\p{L}_$]/u;
const WORD = /[\p{L}\p{N}_$]/u;
const SPACE = /\s/;
const COMMENT_END = /[\n\u2028\u2029\u0085]/g;
const PHP_COMMENT_END = /\n|\?>/g;

/** Reads a file's text. */
export function tokenise(text: string, language: Language): Tokens {
  return new Reader(text, language).read();
}

class Reader {
  readonly #text: string;
  readonly #language: Language;
  readonly #tokens: Token[] = [];
  readonly #comments: Comment[] = [];
  readonly #codeLines = new Set<number>();
  #at = 0;
  #line = 1;
  #indent = 0;
  #isLineStart = true;
  /** Ends of the here-documents of a shell that begin at the next line. */
  #hereEnds: string[] = [];
  /** The last line with a quote that is not closed in it, and that quote. */
  #unclosed = '';
  /** The same of a regular expression. */
  #openRegexLine = 0;
  /** Within a page of PHP, outside of its tags. */
  #isPage: boolean;
  /** Open braces in each `${` of a template that is open. */
  readonly #substitutions: number[] = [];
  /** Until there, quotes and slashes begin nothing. */
  #plainUntil = 0;
  /** A place and where its line ends: a line may be as long as a file. */
  #knownLine = { from: 0, to: -1 };

  constructor(text: string, language: Language) {
    this.#text = sourceText(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text, language);
    this.#language = language;
    // A file without a tag of PHP is taken for code, not for a page.
    this.#isPage = language.name === 'PHP' && this.#text.includes('<?');
  }

  read(): Tokens {
    // A script's first line names its interpreter.
    if (this.#text.startsWith('#!')) this.#skipLine();
    while (this.#at < this.#text.length) this.#next();
    return { tokens: this.#tokens, comments: this.#comments, codeLines: this.#codeLines.size };
  }

  #next(): void {
    const character = this.#text.charAt(this.#at);
    if (character === '\n') this.#newLine();
    else if (this.#isPage) this.#skipPage();
    else if (SPACE.test(character)) {
      if (this.#isLineStart) this.#indent += character === '\t' ? 8 - (this.#indent % 8) : 1;
      this.#at++;
    } else if (this.#at < this.#plainUntil) {
      if (!this.#word()) this.#sign();
    } else if (!(this.#comment() || this.#string() || this.#regularExpression() || this.#word())) this.#sign();
  }

  /** To the next tag of PHP, or to the end of the line. */
  #skipPage(): void {
    const end = this.#lineEnd();
    const tag = this.#text.slice(this.#at, end).search(/<\?(?:php|=)?/i);
    if (tag < 0) this.#at = end;
    else {
      this.#at += tag + (/^<\?(?:php|=)?/i.exec(this.#text.slice(this.#at + tag, this.#at + tag + 5))?.[0].length ?? 2);
      this.#isPage = false;
    }
  }

  #newLine(): void {
    this.#at++;
    this.#line++;
    this.#indent = 0;
    this.#isLineStart = true;
    const [end, ...more] = this.#hereEnds;
    if (end === undefined) return;
    this.#hereEnds = more;
    this.#skipHereDocument(end);
  }

  #skipHereDocument(end: string): void {
    while (this.#at < this.#text.length) {
      const stop = this.#lineEnd();
      const isEnd = this.#text.slice(this.#at, stop).trim() === end;
      this.#at = Math.min(stop + 1, this.#text.length);
      this.#line++;
      if (isEnd) return;
    }
  }

  #lineEnd(): number {
    const { from, to } = this.#knownLine;
    if (from <= this.#at && this.#at <= to) return to;
    const end = this.#text.indexOf('\n', this.#at);
    this.#knownLine = { from: this.#at, to: end < 0 ? this.#text.length : end };
    return this.#knownLine.to;
  }

  #skipLine(): void {
    this.#at = this.#lineEnd();
  }

  #comment(): boolean {
    const { lineComment, hasBlockComments, special } = this.#language;
    const isBlock = hasBlockComments && this.#text.startsWith('/*', this.#at);
    const isLine = this.#text.startsWith(lineComment, this.#at) && !(special === 'shell' && this.#isWithinWord());
    // PHP knows both.
    const isHash = this.#language.name === 'PHP' && this.#text.charAt(this.#at) === '#';
    if (!isBlock && !isLine && !isHash) return false;
    const [from, line] = [this.#at, this.#line];
    if (isBlock) this.#skipBlockComment();
    else this.#skipLineComment();
    this.#comments.push({ text: this.#text.slice(from, this.#at), line });
    return true;
  }

  /** Lines end at more characters than one, and a page of PHP goes on within a comment. */
  #skipLineComment(): void {
    const end = this.#language.name === 'PHP' ? PHP_COMMENT_END : COMMENT_END;
    end.lastIndex = this.#at;
    this.#at = end.exec(this.#text)?.index ?? this.#text.length;
  }

  /** In a shell, `a#b` is a word and `$#` a number. */
  #isWithinWord(): boolean {
    return this.#at > 0 && !/[\s;&|()]/.test(this.#text.charAt(this.#at - 1));
  }

  #skipBlockComment(): void {
    let depth = 0;
    while (this.#at < this.#text.length) {
      if (this.#text.startsWith('*/', this.#at)) {
        this.#at += 2;
        if (--depth === 0) return;
      } else if (this.#text.startsWith('/*', this.#at) && (depth === 0 || this.#language.nestsComments === true)) {
        depth++;
        this.#at += 2;
      } else {
        if (this.#text.charAt(this.#at) === '\n') this.#line++;
        this.#at++;
      }
    }
  }

  #string(): boolean {
    const { special, strings } = this.#language;
    const character = this.#text.charAt(this.#at);
    if (special === 'javascript' && character === '`') return this.#template();
    if (special === 'javascript' && character === '}' && this.#substitutions.at(-1) === 0) {
      this.#substitutions.pop();
      return this.#template();
    }
    if (special === 'rust' && this.#rustText(character)) return true;
    if (special === 'cpp' && this.#rawText()) return true;
    if (special === 'csharp' && /^[@$]{1,2}"/.test(this.#text.slice(this.#at, this.#at + 3))) return this.#verbatim();
    const form = strings.find(({ quote }) => this.#text.startsWith(quote, this.#at));
    return form !== undefined && this.#quoted(form);
  }

  /** A quote that is not closed in its line, such as an apostrophe in the text of JSX, is none; nor are others of that line. */
  #quoted({ quote, escapes, spansLines }: StringForm): boolean {
    if (!spansLines && this.#unclosed === `${this.#line}${quote}`) return false;
    const [line, start] = [this.#line, this.#at];
    const from = start + quote.length;
    this.#at = from;
    while (this.#at < this.#text.length && !this.#text.startsWith(quote, this.#at)) {
      if (escapes && this.#text.charAt(this.#at) === '\\') this.#step();
      else if (!spansLines && this.#text.charAt(this.#at) === '\n') break;
      this.#step();
    }
    const isClosed = this.#text.startsWith(quote, this.#at);
    if (!isClosed && !spansLines) {
      [this.#line, this.#at] = [line, start];
      this.#unclosed = `${line}${quote}`;
      return false;
    }
    const text = this.#text.slice(from, this.#at);
    if (isClosed) this.#at += quote.length;
    this.#push('string', text, line);
    return true;
  }

  /** One character, and one line where it ends one. */
  #step(): void {
    if (this.#text.charAt(this.#at) === '\n') this.#line++;
    this.#at++;
  }

  /** A template, or a further part of it, as a string up to its end or to `${`, behind which is code. */
  #template(): boolean {
    const [line, from] = [this.#line, this.#at + 1];
    this.#at++;
    while (this.#at < this.#text.length && this.#text.charAt(this.#at) !== '`') {
      if (this.#text.startsWith('${', this.#at)) {
        this.#substitutions.push(0);
        break;
      }
      if (this.#text.charAt(this.#at) === '\\') this.#step();
      this.#step();
    }
    const isOpen = this.#text.charAt(this.#at) === '$';
    this.#push('string', this.#text.slice(from, this.#at), line);
    this.#at += isOpen ? 2 : 1;
    return true;
  }

  /** C++: `R"x(…)x"`. */
  #rawText(): boolean {
    const raw = /^R"([^\s()\\"]{0,16})\(/.exec(this.#text.slice(this.#at, this.#at + 20));
    if (raw === null) return false;
    const [line, from] = [this.#line, this.#at + raw[0].length];
    const closing = `)${raw[1]}"`;
    const end = this.#text.indexOf(closing, from);
    const to = end < 0 ? this.#text.length : end;
    while (this.#at < to) this.#step();
    this.#at = Math.min(this.#text.length, to + closing.length);
    this.#push('string', this.#text.slice(from, to), line);
    return true;
  }

  /** Raw strings, and characters as against lifetimes. */
  #rustText(character: string): boolean {
    if (character === "'") {
      const found = /^'(?:\\(?:u\{[^}]*\}|x..|.)|[^\\'\n])'/u.exec(this.#text.slice(this.#at, this.#at + 16));
      if (found === null) return false;
      this.#at += found[0].length;
      this.#push('string', found[0].slice(1, -1), this.#line);
      return true;
    }
    const raw = /^b?r(#*)"/.exec(this.#text.slice(this.#at, this.#at + 40));
    if (raw === null) return false;
    const line = this.#line;
    const from = this.#at + raw[0].length;
    const end = this.#text.indexOf(`"${raw[1]}`, from);
    const to = end < 0 ? this.#text.length : end;
    while (this.#at < to) this.#step();
    this.#at = Math.min(this.#text.length, to + 1 + (raw[1] ?? '').length);
    this.#push('string', this.#text.slice(from, to), line);
    return true;
  }

  /** C#: `@"…"` and `$"…"`; in the first a quote is doubled. */
  #verbatim(): boolean {
    const prefix = this.#text.slice(this.#at, this.#text.indexOf('"', this.#at));
    this.#at += prefix.length;
    if (!prefix.includes('@')) {
      return this.#quoted({ quote: '"', escapes: true, spansLines: true });
    }
    const [line, from] = [this.#line, this.#at + 1];
    this.#at++;
    while (this.#at < this.#text.length) {
      if (this.#text.startsWith('""', this.#at)) this.#at++;
      else if (this.#text.charAt(this.#at) === '"') break;
      this.#step();
    }
    this.#push('string', this.#text.slice(from, this.#at), line);
    this.#at++;
    return true;
  }

  #regularExpression(): boolean {
    if (this.#language.special !== 'javascript' || this.#text.charAt(this.#at) !== '/') return false;
    if (this.#openRegexLine === this.#line) return false;
    const before = this.#tokens.at(-1);
    const isOperand =
      before !== undefined &&
      // JSX closes its elements with `</`.
      (before.kind === 'sign' ? /^(?:[)\]}<]|\+\+|--)$/.test(before.text) : !BEFORE_REGEX.has(before.text));
    const end = this.#regexEnd();
    if (end === null) {
      this.#openRegexLine = this.#line;
      return false;
    }
    const text = this.#text.slice(this.#at, end);
    if (isOperand) {
      // Behind `)` and `}` nobody knows without the grammar: what it quotes is looked at as code, so that nothing hides there.
      if (/["'`]|\/\*/.test(text.slice(1))) this.#plainUntil = end;
      return false;
    }
    this.#at = end;
    this.#push('string', text, this.#line);
    return true;
  }

  /** Where a regular expression that begins here would end, in this line; null where it would not. */
  #regexEnd(): number | null {
    const end = this.#lineEnd();
    let isInClass = false;
    for (let at = this.#at + 1; at < end; at++) {
      const character = this.#text.charAt(at);
      if (character === '\\') at++;
      else if (character === '[') isInClass = true;
      else if (character === ']') isInClass = false;
      else if (character === '/' && !isInClass) return at + 1;
    }
    return null;
  }

  #word(): boolean {
    const first = this.#character();
    const isNumber = /[0-9]/.test(first);
    if (!isNumber && !WORD_START.test(first)) return false;
    const from = this.#at;
    const isShell = this.#language.special === 'shell';
    for (let next = first; next !== '' && (WORD.test(next) || (isNumber && next === '.')); next = this.#character()) {
      this.#at += next.length;
      // `$(…)` and `${…}`: the brace is no block.
      if (isShell && next === '$' && this.#text.charAt(this.#at) === '{') this.#skipExpansion();
    }
    this.#push(isNumber ? 'number' : 'word', this.#text.slice(from, this.#at), this.#line);
    return true;
  }

  #skipExpansion(): void {
    let depth = 0;
    const end = this.#lineEnd();
    for (; this.#at < end; this.#at++) {
      const character = this.#text.charAt(this.#at);
      if (character === '{') depth++;
      else if (character === '}' && --depth === 0) {
        this.#at++;
        return;
      }
    }
  }

  /** The character here, of one or two units; empty at the end. */
  #character(): string {
    const code = this.#text.codePointAt(this.#at);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  #sign(): void {
    const here = this.#hereDocument();
    if (here) return;
    const long = LONG_SIGNS.find((sign) => this.#text.startsWith(sign, this.#at));
    const pair = this.#text.slice(this.#at, this.#at + 2);
    if (pair === '?>' && this.#language.name === 'PHP') {
      this.#at += 2;
      this.#isPage = true;
      return;
    }
    this.#countBrace(pair.charAt(0));
    const sign = long ?? (PAIRS.has(pair) ? pair : this.#character());
    const line = this.#line;
    this.#at += sign.length;
    this.#push('sign', sign, line);
  }

  /** Within `${` of a template. */
  #countBrace(sign: string): void {
    const depth = this.#substitutions.at(-1);
    if (depth === undefined || (sign !== '{' && sign !== '}')) return;
    this.#substitutions.splice(-1, 1, depth + (sign === '{' ? 1 : -1));
  }

  #hereDocument(): boolean {
    if (this.#language.special !== 'shell') return false;
    const found = /^<<-?\s*(['"]?)([A-Za-z_]\w*)\1/.exec(this.#text.slice(this.#at, this.#at + 80));
    if (found === null) return false;
    this.#hereEnds.push(found[2] ?? '');
    this.#at += found[0].length;
    this.#push('string', '', this.#line);
    return true;
  }

  #push(kind: TokenKind, text: string, line: number): void {
    this.#tokens.push({ kind, text, line, indent: this.#isLineStart ? this.#indent : -1 });
    this.#isLineStart = false;
    for (let covered = line; covered <= this.#line; covered++) this.#codeLines.add(covered);
  }
}
