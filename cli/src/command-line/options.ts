/** Command-line options, strictly: what a command does not know is refused, and what may stand once stands once. */
import { lstatSync } from 'node:fs';
import { visibleText } from '@touchstone/core/text/visible-text.ts';
import { nameFault } from '../files/names.ts';
import { Refusal } from '../terminal/refusal.ts';
import { didYouMean } from './nearest.ts';

export interface OptionRules {
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options with one value; each may stand once. */
  readonly single?: readonly string[];
  /** Options with one value; each may stand several times. */
  readonly many?: readonly string[];
  /** Options with one or more values up to the next option, for words that name no file; each may stand several times. */
  readonly lists?: readonly string[];
  /** What words without an option are called; without it they are refused. */
  readonly words?: string;
  /** Whether an argument is a word although it begins with a hyphen. */
  readonly isWord?: (arg: string) => boolean;
}

export interface Options {
  readonly words: readonly string[];
  has(flag: string): boolean;
  /** The value of a single option. */
  value(option: string): string | undefined;
  /** All values of a `many` or `lists` option, in order. */
  values(option: string): readonly string[];
}

/**
 * Reads `--name value`, `--name=value`, and after them words; after `--` everything is a word. Whoever names a file must
 * not thereby give an option (decisions 12.1, 12.2): an option that names a file takes one word, none is read after the
 * first word, and what begins with a hyphen and is also the name of something in the current folder is refused.
 */
export function readOptions(args: readonly string[], rules: OptionRules): Options {
  const { flags = [], single = [], many = [], lists = [], isWord = () => false } = rules;
  const found = new Map<string, string[]>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    refuseFileName(arg);
    if (arg === '--' && words.length === 0) {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!isOption(arg) || isWord(arg)) {
      words.push(arg);
      continue;
    }
    if (words.length > 0) {
      throw new Refusal(
        rules.words?.startsWith('file')
          ? `Options come before the files. For a file of that name, write ./${arg}`
          : `Options come before the other words. For a word such as ${arg}, put -- before the words.`,
      );
    }
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
    if (flags.includes(name)) {
      if (inline !== undefined) throw new Refusal(`${name} takes no value.`);
      found.set(name, []);
      continue;
    }
    const isList = lists.includes(name);
    if (!single.includes(name) && !many.includes(name) && !isList)
      throw new Refusal(`Unknown option ${name}.${didYouMean(name, [...flags, ...single, ...many, ...lists])}`);
    const value = inline ?? args[++at];
    if (inline === undefined && value !== undefined) refuseFileName(value);
    if (value === undefined || value === '' || (inline === undefined && isOption(value))) {
      throw new Refusal(`${name} needs a value.`);
    }
    if (single.includes(name) && found.has(name)) throw new Refusal(`${name} may be given only once.`);
    const values = [...(found.get(name) ?? []), value];
    for (let next = args[at + 1]; isList && next !== undefined && !isOption(next); next = args[at + 1]) {
      values.push(next);
      at++;
    }
    found.set(name, values);
  }
  if (rules.words === undefined && words.length > 0)
    throw new Refusal(`Unexpected argument ${JSON.stringify(words[0])}.`);
  return {
    words,
    has: (flag) => found.has(flag),
    value: (option) => found.get(option)?.[0],
    values: (option) => found.get(option) ?? [],
  };
}

/**
 * A shell puts the names of files where a glob stands: one that begins with a hyphen must not be read as an option, nor as
 * standard input. Throws Refusal where it is the name of something.
 */
export function refuseFileName(arg: string): void {
  if (!arg.startsWith('-') || !isName(arg)) return;
  const remedy = arg === '--' ? 'Write ./* for the files.' : 'Write ./* or put -- before the files.';
  throw new Refusal(`A file is called ${JSON.stringify(arg)}. ${remedy}`);
}

/** Whether an argument is, or may have been, the name of something, seen from the current folder. */
export function isName(arg: string): boolean {
  try {
    lstatSync(arg);
    return true;
  } catch {
    return nameFault(arg) !== null;
  }
}

/** Whether the action of a command is asked for its help, wherever it is said before `--`. */
export function asksForHelp(args: readonly string[]): boolean {
  const options = args.slice(0, args.includes('--') ? args.indexOf('--') : args.length);
  if (!options.includes('--help')) return false;
  refuseFileName('--help');
  return true;
}

/** The value of a required option. */
export function required(options: Options, name: string): string {
  const value = options.value(name);
  if (value === undefined) throw new Refusal(`${name} is required.`);
  return value;
}

/** A text that others will read in a document: one line, of which everything is seen. Throws Refusal. */
export function visible(text: string, name: string): string {
  if (visibleText(text) === text) return text;
  throw new Refusal(`${name} has characters that cannot be seen: ${visibleText(text)}.`);
}

/** A whole number within bounds, in plain decimal digits. */
export function wholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Refusal(`${name} needs a whole number from ${least} to ${most}.`);
  return value;
}

export function isOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-');
}
