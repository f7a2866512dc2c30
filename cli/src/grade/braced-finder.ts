/** Functions of languages whose bodies stand in braces, and of shells. */
import { Finder, type FunctionFacts, type OpenFunction } from './finder.ts';

/** A block of code that belongs to a function, a control structure or neither. */
interface Block {
  readonly kind: 'function' | 'loop' | 'control' | 'plain';
  readonly owner: OpenFunction | null;
}

/** Words before parentheses that begin no function. */
const CONTROL: ReadonlySet<string> = new Set(
  'if for while switch catch with until unless foreach synchronized using lock fixed when match elif elseif'.split(' '),
);
/** Words between parentheses and a brace that a signature does not have. */
const NOT_IN_SIGNATURES: ReadonlySet<string> = new Set(
  'return else do yield await throw in of new case default typeof try finally if for while switch then class interface enum struct namespace module trait impl record union extern'.split(
    ' ',
  ),
);
/** How far back a signature is looked for. */
const SIGNATURE_TOKENS = 80;

interface Signature {
  readonly name: string;
  readonly at: number;
  readonly parameters: number;
}

export class BracedFinder extends Finder {
  readonly #blocks: Block[] = [];
  /** Functions announced by a word, with the depth of brackets at which their body begins. */
  readonly #announced: { readonly signature: Signature; readonly depth: number }[] = [];
  /** Control structures without braces: they end with their statement. */
  readonly #bare: { readonly owner: OpenFunction; readonly depth: number; readonly isLoop: boolean }[] = [];
  #depth = 0;

  find(): readonly FunctionFacts[] {
    const isGo = this.language.name === 'Go';
    for (let at = 0; at < this.tokens.length; at++) {
      const owner = this.#blocks.at(-1)?.owner ?? null;
      if (owner !== null) this.count(owner, at);
      const token = this.tokens[at];
      // Go: a type of functions ends with its line.
      if (isGo && (token?.indent ?? -1) >= 0) this.#dropAnnounced(this.#depth);
      if (token?.kind === 'word') this.#word(at, owner);
      else if (token?.kind === 'sign') this.#sign(at, token.text);
    }
    while (this.#blocks.length > 0) this.#endBlock();
    return this.found;
  }

  #word(at: number, owner: OpenFunction | null): void {
    const { functionWords, special, loops } = this.language;
    const text = this.textAt(at);
    if (functionWords.includes(text) && this.textAt(at - 1) !== '.') this.#announce(at);
    if (special === 'shell' && owner !== null) this.#shellWord(owner, text);
    else if (owner !== null && loops.has(text) && this.textAt(at + 1) === '(') this.#bareLoop(at, owner);
  }

  /** `for (…) statement;` without a brace. */
  #bareLoop(at: number, owner: OpenFunction): void {
    const end = this.partners[at + 1] ?? -1;
    const isAfterDo = this.textAt(at) === 'while' && /^[;]?$/.test(this.textAt(end + 1));
    if (end < 0 || isAfterDo || this.textAt(end + 1) === '{') return;
    this.deeper(owner, true);
    this.#bare.push({ owner, depth: this.#depth, isLoop: true });
  }

  #shellWord(owner: OpenFunction, text: string): void {
    if (text === 'if' || text === 'case') this.deeper(owner, false);
    else if (text === 'for' || text === 'while' || text === 'until') this.deeper(owner, true);
    else if (text === 'fi' || text === 'esac') this.shallower(owner, false);
    else if (text === 'done') this.shallower(owner, true);
  }

  #announce(at: number): void {
    this.#dropAnnounced(this.#depth);
    let name = at + 1;
    if (this.language.name === 'Go' && this.textAt(name) === '(') {
      // The receiver stands before the name.
      const after = (this.partners[name] ?? -2) + 1;
      if (this.tokens[after]?.kind === 'word' && this.textAt(after + 1) === '(') name = after;
    }
    const isNamed = this.tokens[name]?.kind === 'word';
    let open = isNamed ? name + 1 : name;
    const isShell = this.language.special === 'shell';
    // Type parameters may stand between the name and the parentheses.
    for (let step = 0; !isShell && step < SIGNATURE_TOKENS && this.textAt(open) !== '('; step++) open++;
    if (!isShell && this.textAt(open) !== '(') return;
    const parameters = isShell ? 0 : this.parametersIn(open);
    const signature = { name: isNamed ? this.textAt(name) : 'unnamed', at, parameters };
    this.#announced.push({ signature, depth: this.#depth });
  }

  #sign(at: number, text: string): void {
    if (text === ';') {
      this.#dropAnnounced(this.#depth);
      this.#endStatements();
    } else if (text === '{') this.#brace(at);
    // A function of Kotlin whose body is one expression.
    else if (text === '=' && this.language.name === 'Kotlin') this.#dropAnnounced(this.#depth);
    else if (this.partners[at] !== -1) {
      if (text === '(' || text === '[') this.#depth++;
      else if (text === ')' || text === ']' || text === '}') this.#closing(text);
    }
  }

  #closing(text: string): void {
    this.#depth = Math.max(0, this.#depth - 1);
    // A function type among parameters has no body.
    this.#dropAnnounced(this.#depth + 1);
    if (text !== '}') return;
    this.#endBlock();
    this.#endStatements();
  }

  /** Forgets functions that were announced at this depth or deeper and have no body. */
  #dropAnnounced(depth: number): void {
    while ((this.#announced.at(-1)?.depth ?? -1) >= depth) this.#announced.pop();
  }

  #endStatements(): void {
    for (let last = this.#bare.at(-1); last !== undefined && last.depth >= this.#depth; last = this.#bare.at(-1)) {
      this.#bare.pop();
      this.shallower(last.owner, last.isLoop);
    }
  }

  #brace(at: number): void {
    const announced = this.#announced.at(-1);
    const isType = /^(?:interface|struct|:|\|)$/.test(this.textAt(at - 1));
    const signature = announced === undefined ? this.#signatureBefore(at) : null;
    if (announced !== undefined && announced.depth === this.#depth && !isType) {
      this.#announced.pop();
      this.#beginFunction(announced.signature);
    } else if (signature !== null) this.#beginFunction(signature);
    else this.#beginBlock(at, this.#blocks.at(-1)?.owner ?? null);
    this.#depth++;
  }

  #beginFunction({ name, at, parameters }: Signature): void {
    this.#blocks.push({ kind: 'function', owner: this.open(name, at, parameters, this.#isAsync(at)) });
  }

  #isAsync(at: number): boolean {
    for (let back = at; back >= Math.max(0, at - 8); back--) {
      if (this.textAt(back) === 'async') return true;
      if (back < at && /^(?:[;{}()=,]|=>)$/.test(this.textAt(back))) return false;
    }
    return false;
  }

  #beginBlock(at: number, owner: OpenFunction | null): void {
    const kind = owner === null ? 'plain' : this.#kindOfBlock(at);
    this.#blocks.push({ kind, owner });
    if (owner !== null && kind !== 'plain') this.deeper(owner, kind === 'loop');
  }

  #kindOfBlock(at: number): 'loop' | 'control' | 'plain' {
    const { loops, special, functionWords } = this.language;
    const before = this.textAt(at - 1);
    if (special === 'shell') return 'plain';
    if (before === 'do' || before === 'loop') return 'loop';
    if (/^(?:else|try|finally|catch|unsafe)$/.test(before)) return 'control';
    if (before === ')') {
      const word = this.textAt((this.partners[at - 1] ?? 0) - 1);
      if (loops.has(word)) return 'loop';
      if (CONTROL.has(word)) return 'control';
    }
    // Go, Rust, Swift: the condition has no parentheses, so the word that begins the statement is looked for.
    if (functionWords.length === 0) return 'plain';
    for (let back = at - 1; back >= Math.max(0, at - SIGNATURE_TOKENS); back--) {
      const text = this.textAt(back);
      if (text === '{' || text === '}') return 'plain';
      if (loops.has(text)) return 'loop';
      if (/^(?:if|switch|match|select|guard|when|catch)$/.test(text)) return 'control';
    }
    return 'plain';
  }

  #endBlock(): void {
    const block = this.#blocks.pop();
    if (block === undefined || block.owner === null) return;
    if (block.kind === 'function') this.close(block.owner);
    else if (block.kind !== 'plain') this.shallower(block.owner, block.kind === 'loop');
  }

  /** The signature whose body begins with the brace at `brace`; null where it is another block. */
  #signatureBefore(brace: number): Signature | null {
    if (this.language.functionWords.length > 0 && this.language.special !== 'shell') return null;
    let at = brace - 1;
    if (this.textAt(at) === '=>' || (this.textAt(at) === '->' && this.language.name === 'Java')) return this.#arrow(at);
    if (this.textAt(at) === ':' || this.textAt(at) === ',') return null;
    for (let step = 0; step < SIGNATURE_TOKENS && at >= 0; step++) {
      const token = this.tokens[at];
      if (token === undefined) return null;
      if (token.kind === 'word' && (NOT_IN_SIGNATURES.has(token.text) || CONTROL.has(token.text))) return null;
      if (token.kind === 'sign') {
        if (token.text === ')') {
          const signature = this.#named(at);
          if (signature !== null) return signature;
          // The parentheses of a type, as in `(): (() => void) {`.
          at = (this.partners[at] ?? 0) - 1;
          continue;
        }
        if (token.text === ']' || token.text === '}') {
          const partner = this.partners[at] ?? -1;
          // Without a colon before it, a closing brace ends another statement.
          if (partner < 0 || (token.text === '}' && !/^[:|&<]$/.test(this.textAt(partner - 1)))) return null;
          at = partner - 1;
          continue;
        }
        if (!/^(?:[<>:.|&,*]|>>|=>|\?\.)$/.test(token.text)) return null;
      }
      at--;
    }
    return null;
  }

  /** A name before the parentheses that end at `end`. */
  #named(end: number): Signature | null {
    const parameters = this.partners[end] ?? -1;
    if (parameters <= 0) return null;
    let at = parameters - 1;
    if (this.textAt(at) === '>') {
      // Type parameters.
      for (let depth = 0; at > 0; at--) {
        if (this.textAt(at) === '>') depth++;
        else if (this.textAt(at) === '<' && --depth === 0) break;
      }
      at--;
    }
    const token = this.tokens[at];
    if (token?.kind !== 'word' || CONTROL.has(token.text) || NOT_IN_SIGNATURES.has(token.text)) return null;
    if (
      /^(?:new|extends|implements)$/.test(this.textAt(at - 1)) ||
      (this.textAt(at - 1) === '.' && this.language.name !== 'C++')
    )
      return null;
    const isKeyword = token.text === 'function' || token.text === 'constructor' || token.text === 'async';
    const name = isKeyword && token.text !== 'constructor' ? this.#assigned(at) : token.text;
    return { name, at, parameters: this.parametersIn(parameters) };
  }

  /** `name = function (…)` and `name: (…) =>`. */
  #assigned(at: number): string {
    for (let back = at - 1; back >= Math.max(0, at - 4); back--) {
      if (/^[=:]$/.test(this.textAt(back)) && this.tokens[back - 1]?.kind === 'word') return this.textAt(back - 1);
    }
    return 'unnamed';
  }

  #arrow(arrow: number): Signature {
    let at = arrow - 1;
    // A type of the answer may stand between the parameters and the arrow.
    for (let step = 0; step < SIGNATURE_TOKENS && at > 0 && this.textAt(at) !== ')'; step++) {
      if (!/^(?:[<>:.|&,]|>>)$/.test(this.textAt(at)) && this.tokens[at]?.kind === 'sign') break;
      if (/^[(,=]$/.test(this.textAt(at - 1)) && this.tokens[at]?.kind === 'word') {
        // One parameter without parentheses.
        return { name: this.#assigned(at), at, parameters: 1 };
      }
      at--;
    }
    const parameters = this.textAt(at) === ')' ? (this.partners[at] ?? -1) : -1;
    const from = parameters < 0 ? at : parameters;
    return { name: this.#assigned(from), at: from, parameters: parameters < 0 ? 0 : this.parametersIn(parameters) };
  }
}
