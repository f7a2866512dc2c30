/** A question about lineage: as the address names it, in words, and where its answer is kept. */
import { hashKey, queryOptions, skipToken } from '@tanstack/react-query';
import { queryClient } from '../../../../lib/query.ts';
import { words } from '../../../../words/record/agents-lineage.ts';
import type { AddressSearch } from '../address.ts';
import { DEFAULT_DEPTH, type Direction, type Lineage, type LineageBody, readLineage } from './lineage-query.ts';

/** The form as it stands: what it holds may not be a question yet. */
export interface LineageDraft {
  readonly start: string;
  readonly direction: Direction;
  readonly depth: string;
}

/** How long an answer is kept that nobody looks at. Asking again costs a unit, and going back is no question. */
const KEPT_MS = 60 * 60_000;

export function readDraft({ start = '', direction = 'both', depth = '' }: AddressSearch): LineageDraft {
  return { start, direction, depth };
}

/** The question that a form or an address names; null where it names none. */
export function questionOf({ start, direction, depth }: LineageDraft): LineageBody | null {
  const read = readLineage(start, direction, depth);
  return read.ok ? read.body : null;
}

export function isSameQuestion(one: LineageBody | null, other: LineageBody | null): boolean {
  return hashKey([one]) === hashKey([other]);
}

/** The members of the address that name a question; what goes without saying is left out. */
export function questionAddress(question: LineageBody): AddressSearch {
  const { direction, depth } = question;
  return {
    start: startOf(question),
    direction: direction === 'both' ? undefined : direction,
    depth: depth === DEFAULT_DEPTH ? undefined : String(depth),
  };
}

/** A question in words, as the heading of its answer. */
export function questionWords(question: LineageBody): string {
  const { direction = 'both', depth = DEFAULT_DEPTH } = question;
  const { questions } = words;
  return questions.upTo(questions[direction](words.kinds[kindOf(question)], startOf(question)), depth);
}

/** What the id of a question names. */
function kindOf({ node_id, session_id }: LineageBody): keyof typeof words.kinds {
  if (node_id === undefined) return session_id === undefined ? 'agent' : 'session';
  return node_id.startsWith('fork_') ? 'fork' : 'receipt';
}

/** The kept answer of a question. It is never asked for by itself, also not when the window is looked at again. */
export function answerQuery(question: LineageBody | null) {
  return queryOptions<Lineage>({ queryKey: keyOf(question), queryFn: skipToken, staleTime: Infinity, gcTime: KEPT_MS });
}

export function keepAnswer(question: LineageBody, answer: Lineage): void {
  queryClient.setQueryData(keyOf(question), answer);
}

/** Beside what the page reads, not below it: "Refresh" asks for that anew, and this costs a unit. */
function keyOf(question: LineageBody | null) {
  return ['agents-lineage', question];
}

/** The id that a question starts from. */
export function startOf({ node_id, session_id, agent_id }: LineageBody): string {
  return node_id ?? session_id ?? agent_id ?? '';
}
