/** What is known of a function, and what every token adds to it: length, complexity, depth, and what it does in loops. */
import type { Language } from './languages.ts';
import type { Token } from './tokens.ts';

export interface FunctionFacts {
  readonly name: string;
  /** Where it begins, from 1. */
  readonly line: number;
  /** Lines of code, without those of functions within it. */
  readonly lines: number;
  /** Cyclomatic: 1 and the decisions, without those of functions within it. */
  readonly complexity: number;
  /** Control structures within each other. */
  readonly nesting: number;
  readonly parameters: number;
  /** Loops within each other. */
  readonly loopDepth: number;
  readonly isAsync: boolean;
  /** First places of what costs time; 0 where there is none. */
  readonly searchLine: number;
  readonly waitLine: number;
  readonly growthLine: number;
  readonly blockingLine: number;
}

export interface OpenFunction {
  readonly name: string;
  readonly line: number;
  readonly isAsync: boolean;
  readonly parameters: number;
  readonly codeLines: Set<number>;
  complexity: number;
  nesting: number;
  loopDepth: number;
  depth: number;
  loops: number;
  searchLine: number;
  waitLine: number;
  growthLine: number;
  blockingLine: number;
}

export const OPENING: ReadonlySet<string> = new Set(['(', '[', '{']);
export const CLOSING: ReadonlySet<string> = new Set([')', ']', '}']);

/** For each bracket the index of its partner; -1 where it has none. */
export function partnersOf(tokens: readonly Token[]): Int32Array {
  const partners = new Int32Array(tokens.length).fill(-1);
  const open: number[] = [];
  for (const [at, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (OPENING.has(text)) open.push(at);
    else if (CLOSING.has(text)) {
      const wanted = text === ')' ? '(' : text === ']' ? '[' : '{';
      // A closing brace ends what was left open within its block.
      if (text === '}')
        while (open.length > 0 && tokens[open.at(-1) ?? 0]?.text !== '{' && hasOpenBrace(open, tokens)) open.pop();
      const top = open.at(-1);
      if (top === undefined || tokens[top]?.text !== wanted) continue;
      open.pop();
      partners[top] = at;
      partners[at] = top;
    }
  }
  return partners;
}

/** Looks a few brackets back, so that a file of nothing but brackets is read in time. */
function hasOpenBrace(open: readonly number[], tokens: readonly Token[]): boolean {
  return open.slice(-16).some((at) => tokens[at]?.text === '{');
}

/** What both ways of finding bodies share: what a token means for the function that it stands in. */
export abstract class Finder {
  protected readonly tokens: readonly Token[];
  protected readonly language: Language;
  protected readonly partners: Int32Array;
  protected readonly found: FunctionFacts[] = [];

  constructor(tokens: readonly Token[], language: Language) {
    this.tokens = tokens;
    this.language = language;
    this.partners = partnersOf(tokens);
  }

  protected textAt(at: number): string {
    const token = this.tokens[at];
    return token === undefined || token.kind === 'string' ? '' : token.text;
  }

  protected open(name: string, at: number, parameters: number, isAsync: boolean): OpenFunction {
    const line = this.tokens[at]?.line ?? 1;
    return {
      name,
      line,
      isAsync,
      parameters,
      codeLines: new Set([line]),
      complexity: 1,
      nesting: 0,
      loopDepth: 0,
      depth: 0,
      loops: 0,
      searchLine: 0,
      waitLine: 0,
      growthLine: 0,
      blockingLine: 0,
    };
  }

  protected close({ codeLines, depth: _, loops: __, ...facts }: OpenFunction): void {
    this.found.push({ ...facts, lines: codeLines.size });
  }

  protected deeper(owner: OpenFunction, isLoop: boolean): void {
    owner.depth++;
    owner.nesting = Math.max(owner.nesting, owner.depth);
    if (!isLoop) return;
    owner.loops++;
    owner.loopDepth = Math.max(owner.loopDepth, owner.loops);
  }

  protected shallower(owner: OpenFunction, isLoop: boolean): void {
    owner.depth--;
    if (isLoop) owner.loops--;
  }

  protected count(owner: OpenFunction, at: number): void {
    const token = this.tokens[at];
    if (token === undefined) return;
    owner.codeLines.add(token.line);
    if (token.kind === 'word' && this.language.decisions.has(token.text) && this.textAt(at - 1) !== '.') {
      owner.complexity++;
    }
    if (token.kind === 'sign' && this.language.decisionSigns.has(token.text) && !this.isOptional(at)) {
      owner.complexity++;
    }
    if (owner.isAsync && owner.blockingLine === 0 && this.blocks(at)) owner.blockingLine = token.line;
    if (owner.loops === 0) return;
    const isCall = this.textAt(at + 1) === '(';
    if (token.kind === 'word' && isCall && this.textAt(at - 1) === '.' && this.language.searches.has(token.text)) {
      owner.searchLine ||= token.line;
    }
    if (token.kind === 'word' && token.text === 'await' && this.textAt(at - 1) !== 'for') owner.waitLine ||= token.line;
    if (this.language.copiesStrings && token.text === '+=' && this.tokens[at + 1]?.kind === 'string') {
      owner.growthLine ||= token.line;
    }
  }

  /** TypeScript's `name?: type` and `name?)`. */
  private isOptional(at: number): boolean {
    return this.tokens[at]?.text === '?' && /^[:),;=]$/.test(this.textAt(at + 1));
  }

  private blocks(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word') return false;
    const isCall = this.textAt(at + 1) === '(';
    const [dot, owner] = [this.textAt(at - 1), this.textAt(at - 2)];
    switch (this.language.name) {
      case 'TypeScript':
      case 'JavaScript':
        return isCall && /^[a-z]\w*Sync$/.test(token.text);
      case 'Python':
        if (!isCall || dot !== '.') return false;
        return (token.text === 'sleep' && owner === 'time') || (owner === 'requests' && /^[a-z]+$/.test(token.text));
      case 'C#':
        return dot === '.' && ((isCall && token.text === 'Wait') || (token.text === 'Result' && !isCall));
      case 'Rust':
        return (
          dot === '::' && ((token.text === 'sleep' && owner === 'thread') || (token.text === 'fs' && owner === 'std'))
        );
      default:
        return false;
    }
  }

  /** Parameters between parentheses: the commas between them that stand in no other bracket. */
  protected parametersIn(open: number): number {
    const end = this.partners[open] ?? -1;
    if (end < 0 || end === open + 1) return 0;
    let commas = 0;
    let angles = 0;
    let isAfterComma = false;
    for (let at = open + 1; at < end; at++) {
      const text = this.textAt(at);
      isAfterComma = false;
      if (OPENING.has(text)) at = Math.max(at, this.partners[at] ?? at);
      else if (text === '<') angles++;
      else if (text === '>') angles = Math.max(0, angles - 1);
      else if (text === '>>') angles = Math.max(0, angles - 2);
      else if (text === ',' && angles === 0) {
        commas++;
        isAfterComma = true;
      }
    }
    return commas + (isAfterComma ? 0 : 1);
  }
}
