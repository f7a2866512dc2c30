import { afterEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../../../../src/lib/query.ts';
import { readAddress } from '../../../../../src/pages/record/agents/address.ts';
import type { Lineage, LineageBody } from '../../../../../src/pages/record/agents/lineage/lineage-query.ts';
import {
  answerQuery,
  isSameQuestion,
  keepAnswer,
  questionAddress,
  questionOf,
  questionWords,
  readDraft,
} from '../../../../../src/pages/record/agents/lineage/lineage-question.ts';

const WHOLE: LineageBody = { session_id: 'ags_1', direction: 'both', depth: 100 };
const UP: LineageBody = { node_id: 'node_2', direction: 'ancestors', depth: 7 };

afterEach(() => queryClient.clear());

describe('the address of a question', () => {
  test.each([WHOLE, UP, { agent_id: 'agt_3', direction: 'descendants', depth: 1 } satisfies LineageBody])(
    '%j is read back from it',
    (question) => expect(questionOf(readDraft(questionAddress(question)))).toEqual(question),
  );

  test('leaves out what goes without saying', () => {
    expect(questionAddress(WHOLE)).toEqual({ start: 'ags_1', direction: undefined, depth: undefined });
  });

  test('names none where a member is none', () => {
    expect(questionOf(readDraft(readAddress({})))).toBeNull();
    expect(questionOf(readDraft(readAddress({ start: 'ags_1', depth: '0' })))).toBeNull();
    expect(questionOf(readDraft(readAddress({ start: '<b>', direction: 'both' })))).toBeNull();
    // The router reads digits as a number.
    expect(questionOf(readDraft(readAddress({ start: 'node_2', direction: 'ancestors', depth: 7 })))).toEqual(UP);
  });
});

test('questions are the same where all of start, direction and limit are', () => {
  expect(isSameQuestion(UP, { direction: 'ancestors', depth: 7, node_id: 'node_2' })).toBe(true);
  const others: (LineageBody | null)[] = [
    { ...UP, direction: 'both' },
    { ...UP, depth: 8 },
    { ...UP, node_id: 'node_3' },
    { session_id: 'node_2', direction: 'ancestors', depth: 7 },
    null,
  ];
  for (const other of others) expect(isSameQuestion(UP, other)).toBe(false);
  expect(isSameQuestion(null, null)).toBe(true);
});

test.each([
  [WHOLE, 'Where session ags_1 came from and what it led to, up to 100 links'],
  [UP, 'Where receipt node_2 came from, up to 7 links'],
  [
    { agent_id: 'agt_3', direction: 'descendants', depth: 1 } satisfies LineageBody,
    'What agent agt_3 led to, up to 1 link',
  ],
  [
    { node_id: 'fork_4', direction: 'descendants', depth: 10_000 } satisfies LineageBody,
    'What fork fork_4 led to, up to 10,000 links',
  ],
])('%j in words', (question, words) => expect(questionWords(question)).toBe(words));

test('an answer is kept under its own question, and "Refresh" leaves it', async () => {
  const answer: Lineage = { nodes: [], edges: [], roots: [], truncated: false };
  keepAnswer(UP, answer);
  expect(queryClient.getQueryData(answerQuery(UP).queryKey)).toEqual(answer);
  expect(queryClient.getQueryData(answerQuery({ ...UP, depth: 8 }).queryKey)).toBeUndefined();
  await queryClient.invalidateQueries({ queryKey: ['agents-service'] });
  expect(queryClient.getQueryState(answerQuery(UP).queryKey)?.isInvalidated).toBe(false);
});
