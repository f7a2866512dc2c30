/** Command-line options, strictly: what a command does not know is refused, and what may stand once stands once. */
import { didYouMean } from './nearest.ts';
import { Refusal } from './refusal.ts';

export interface OptionRules {
  /** Options without a value. */
  readonly flags?: readonly string[];
  /** Options with one value; each may stand once. */
  readonly single?: readonly string[];
  /** Options with one or more values; each may stand several times. */
  readonly many?: readonly string[];
  /** Decides whether a second or later word still belongs to a `many` option; without it all words up to the next option do. */
  readonly belongs?: (option: string, word: string) => boolean;
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
  /** All values of a `many` option, in order. */
  values(option: string): readonly string[];
}

/** Reads `--name value`, `--name=value`, `--name value value …` and words; after `--` everything is a word. */
export function readOptions(args: readonly string[], rules: OptionRules): Options {
  const { flags = [], single = [], many = [], belongs = () => true, isWord = () => false } = rules;
  const found = new Map<string, string[]>();
  const words: string[] = [];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (arg === '--') {
      words.push(...args.slice(at + 1));
      break;
    }
    if (!isOption(arg) || isWord(arg)) {
      words.push(arg);
      continue;
    }
    const equals = arg.startsWith('--') ? arg.indexOf('=') : -1;
    const name = equals < 0 ? arg : arg.slice(0, equals);
    const inline = equals < 0 ? undefined : arg.slice(equals + 1);
    if (flags.includes(name)) {
      if (inline !== undefined) throw new Refusal(`${name} takes no value.`);
      found.set(name, []);
      continue;
    }
    if (!single.includes(name) && !many.includes(name))
      throw new Refusal(`Unknown option ${name}.${didYouMean(name, [...flags, ...single, ...many])}`);
    const value = inline ?? args[++at];
    if (value === undefined || value === '' || (inline === undefined && isOption(value))) {
      throw new Refusal(`${name} needs a value.`);
    }
    if (single.includes(name)) {
      if (found.has(name)) throw new Refusal(`${name} may be given once.`);
      found.set(name, [value]);
      continue;
    }
    const values = found.get(name) ?? [];
    values.push(value);
    for (let next = args[at + 1]; next !== undefined && !isOption(next) && belongs(name, next); next = args[at + 1]) {
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

/** The value of a required option. */
export function required(options: Options, name: string): string {
  const value = options.value(name);
  if (value === undefined) throw new Refusal(`${name} is missing.`);
  return value;
}

/** A whole number within bounds, in plain decimal digits. */
export function wholeNumber(text: string, name: string, least: number, most: number): number {
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most)) throw new Refusal(`${name} takes a whole number from ${least} to ${most}.`);
  return value;
}

function isOption(arg: string): boolean {
  return arg.length > 1 && arg.startsWith('-');
}
