/** A JSON document as the rows of a tree: only what is expanded is walked, so that large files open at once. */
import type { JsonObject, JsonValue } from '@touchstone/core/canonical-json.ts';
import { words } from '../../words/parts/json.ts';

export type JsonStep = string | number;

export interface JsonRow {
  /** JSON Pointer (RFC 6901): unique within the document. */
  readonly pointer: string;
  readonly steps: readonly JsonStep[];
  readonly depth: number;
  /** Member name or list index; null for the document itself. */
  readonly step: JsonStep | null;
  readonly value: JsonValue;
  /** Members or items; null for a value that holds none. */
  readonly count: number | null;
  readonly isExpanded: boolean;
}

function entriesOf(value: JsonValue): readonly (readonly [JsonStep, JsonValue])[] | null {
  if (typeof value !== 'object' || value === null) return null;
  if (isList(value)) return value.map((item, index) => [index, item] as const);
  return Object.keys(value).map((name) => [name, (value as JsonObject)[name] ?? null] as const);
}

function isList(value: object): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** RFC 6901 section 3: `~` and `/` are escaped. */
function pointerStep(step: JsonStep): string {
  return `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

export function pointerOf(steps: readonly JsonStep[]): string {
  return steps.map(pointerStep).join('');
}

/** A path as people write it: `$.attestations.list[3]["odd name"]`. */
export function readablePath(steps: readonly JsonStep[]): string {
  const parts = steps.map((step) =>
    typeof step === 'number'
      ? `[${step}]`
      : /^[A-Za-z_][A-Za-z0-9_]*$/.test(step)
        ? `.${step}`
        : `[${JSON.stringify(step)}]`,
  );
  return `$${parts.join('')}`;
}

/** The visible rows: the document and what lies under expanded ones, in document order. */
export function visibleRows(document: JsonValue, expanded: ReadonlySet<string>): readonly JsonRow[] {
  const rows: JsonRow[] = [];
  const walk = (value: JsonValue, steps: readonly JsonStep[], pointer: string): void => {
    const entries = entriesOf(value);
    const isExpanded = entries !== null && expanded.has(pointer);
    const step = steps.at(-1) ?? null;
    rows.push({ pointer, steps, depth: steps.length, step, value, count: entries?.length ?? null, isExpanded });
    if (!isExpanded || entries === null) return;
    for (const [name, child] of entries) walk(child, [...steps, name], pointer + pointerStep(name));
  };
  walk(document, [], '');
  return rows;
}

export interface JsonMatches {
  readonly found: readonly (readonly JsonStep[])[];
  /** True where the search stopped at its limit. */
  readonly more: boolean;
}

/** Places whose member name or plain value holds the text, without regard to case; at most `limit`. */
export function searchJson(document: JsonValue, text: string, limit: number): JsonMatches {
  const needle = text.toLowerCase();
  const found: (readonly JsonStep[])[] = [];
  if (needle === '') return { found, more: false };
  const walk = (value: JsonValue, steps: readonly JsonStep[]): boolean => {
    const step = steps.at(-1);
    const entries = entriesOf(value);
    const nameHit = typeof step === 'string' && step.toLowerCase().includes(needle);
    const valueHit = entries === null && String(value).toLowerCase().includes(needle);
    if (nameHit || valueHit) {
      if (found.length === limit) return false;
      found.push(steps);
    }
    return entries?.every(([name, child]) => walk(child, [...steps, name])) ?? true;
  };
  return { found, more: !walk(document, []) };
}

/** Pointers of everything above a place, so that expanding them shows it. */
export function ancestorsOf(steps: readonly JsonStep[]): readonly string[] {
  return steps.map((_, index) => pointerOf(steps.slice(0, index)));
}

/** One line that stands for a value, at most about `limit` characters; texts in quotes, line ends escaped. */
export function previewOf({ value, count }: Pick<JsonRow, 'value' | 'count'>, limit: number): string {
  if (typeof value === 'string') {
    return value.length > limit ? `${JSON.stringify(value.slice(0, limit)).slice(0, -1)}…` : JSON.stringify(value);
  }
  if (count === null) return String(value);
  return Array.isArray(value) ? `[ ] ${words.items(count)}` : `{ } ${words.members(count)}`;
}
