/** Functions of Python: a body ends where the indentation goes back. */
import { CLOSING, Finder, type FunctionFacts, OPENING, type OpenFunction } from './finder.ts';

interface OpenBlock {
  readonly indent: number;
  readonly owner: OpenFunction | null;
  readonly kind: 'function' | 'loop' | 'control' | 'plain';
}

export class IndentedFinder extends Finder {
  /** Open functions and control structures with their indentation. */
  readonly #open: OpenBlock[] = [];
  /** Open brackets before the token `#seen`. */
  #depth = 0;
  #seen = 0;

  find(): readonly FunctionFacts[] {
    for (let at = 0; at < this.tokens.length; at++) {
      const token = this.tokens[at];
      if (token === undefined) break;
      if (token.indent >= 0 && !this.#isContinued(at)) this.#beginLine(at, token.indent);
      const owner = this.#open.at(-1)?.owner ?? null;
      if (owner !== null) this.count(owner, at);
    }
    this.#closeTo(-1);
    return this.found;
  }

  /** Whether a line goes on within brackets. */
  #isContinued(at: number): boolean {
    for (; this.#seen < at; this.#seen++) {
      const text = this.textAt(this.#seen);
      if (OPENING.has(text)) this.#depth++;
      else if (CLOSING.has(text)) this.#depth = Math.max(0, this.#depth - 1);
    }
    return this.#depth > 0 || this.textAt(at - 1) === '\\';
  }

  #beginLine(at: number, indent: number): void {
    this.#closeTo(indent);
    const isAsync = this.textAt(at) === 'async';
    const word = this.textAt(isAsync ? at + 1 : at);
    const outer = this.#open.at(-1)?.owner ?? null;
    if (word === 'def') {
      const name = at + (isAsync ? 2 : 1);
      const owner = this.open(this.textAt(name), at, this.parametersIn(name + 1), isAsync);
      this.#open.push({ indent, owner, kind: 'function' });
    } else if (word === 'class') this.#open.push({ indent, owner: null, kind: 'plain' });
    else if (outer !== null && /^(?:if|elif|else|for|while|with|try|except|finally|match|case)$/.test(word)) {
      const kind = this.language.loops.has(word) ? 'loop' : 'control';
      this.#open.push({ indent, owner: outer, kind });
      this.deeper(outer, kind === 'loop');
    }
  }

  #closeTo(indent: number): void {
    for (let last = this.#open.at(-1); last !== undefined && last.indent >= indent; last = this.#open.at(-1)) {
      this.#open.pop();
      if (last.owner === null) continue;
      if (last.kind === 'function') this.close(last.owner);
      else this.shallower(last.owner, last.kind === 'loop');
    }
  }
}
