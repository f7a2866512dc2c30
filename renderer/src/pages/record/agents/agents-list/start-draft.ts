/** What is typed to start a session, and what it means. */
import type { sessions } from '@touchstone/core/api/agents/sessions.ts';
import type { DraftOf } from '../../../../parts/form/use-draft.ts';
import { words } from '../../../../words/record/agents.ts';

export const EMPTY_DRAFT = {
  /** In minutes. */
  duration_secs: '60',
  /** Names, one on each line. */
  'scope.allowed_tools': '',
  'scope.forbidden_data_classes': '',
  'scope.jurisdiction': '',
  'scope.max_value': '',
} satisfies DraftOf<typeof sessions.start>;
export type StartDraft = typeof EMPTY_DRAFT;

/** 30 days: the longest that the service takes. */
const MOST_MINUTES = 43_200;

/** What is wrong with the fields; empty where nothing is. */
export function draftTroubles(draft: StartDraft) {
  const minutes = draft.duration_secs.trim();
  const count = /^\d{1,5}$/.test(minutes) ? Number(minutes) : 0;
  const maxValue = draft['scope.max_value'].trim();
  // 0 would mean unrestricted to the service, and "nothing" to a person.
  const isValue = maxValue === '' || (/^\d{1,12}(?:\.\d{1,6})?$/.test(maxValue) && Number(maxValue) > 0);
  return {
    duration_secs: count >= 1 && count <= MOST_MINUTES ? '' : words.start.minutesTrouble(MOST_MINUTES),
    'scope.max_value': isValue ? '' : words.start.maxValueTrouble,
  };
}

/** The members of the request. Call it only where `draftTroubles` found nothing. */
export function draftScope(draft: StartDraft) {
  const lines = (text: string) =>
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '');
  return {
    duration_secs: Number(draft.duration_secs) * 60,
    scope: {
      allowed_tools: lines(draft['scope.allowed_tools']),
      forbidden_data_classes: lines(draft['scope.forbidden_data_classes']),
      jurisdiction: draft['scope.jurisdiction'].trim(),
      ...(draft['scope.max_value'].trim() === '' ? {} : { max_value: Number(draft['scope.max_value']) }),
    },
  };
}
