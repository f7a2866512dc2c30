/** Notices and what became of them: state in words, what is looked through, order and export. */
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import { type Sort, sortCodec } from '../../../parts/list-page/sort-codec.ts';
import type { StatusLook } from '../../../ui/status-mark.tsx';
import { words } from '../../../words/administration/webhooks.ts';
import type { Notice } from './queries.ts';

export type NoticeState = Notice['state'];

export const NOTICE_STATES = ['queued', 'delivered', 'dead'] as const satisfies readonly NoticeState[];

export const NOTICE_LOOKS: Record<NoticeState, { readonly look: StatusLook; readonly label: string }> = {
  queued: { look: 'pending', label: words.states.queued },
  delivered: { look: 'verified', label: words.states.delivered },
  dead: { look: 'failed', label: words.states.dead },
};

const SORT_VALUES = {
  created: ({ created_at }: Notice) => created_at,
  event: ({ event }: Notice) => event,
  state: ({ state }: Notice) => state,
  attempts: ({ attempts }: Notice) => attempts,
  answer: ({ last_status }: Notice) => last_status ?? 0,
  project: ({ project_id }: Notice) => project_id,
} as const;
export type NoticeColumn = keyof typeof SORT_VALUES;

export const { readSort, sortText } = sortCodec(Object.keys(SORT_VALUES) as NoticeColumn[], {
  by: 'created',
  descending: true,
});

/** The view for the list's order. Text is looked for in id, event, project and the last answer. */
export function noticeView(
  text: string,
  state: NoticeState | null,
  { by, descending }: Sort<NoticeColumn>,
): ListView<Notice> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (notice) =>
      (state === null || notice.state === state) &&
      [notice.id, notice.event, notice.project_id, answerWords(notice)].some((member) =>
        member.toLowerCase().includes(needle),
      ),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

/** What the receiver said last, in a few words. */
export function answerWords({ last_status, last_error }: Notice): string {
  if (last_status !== null) return words.notices.answer(last_status);
  return last_error ?? words.notices.noAnswer;
}

export function noticesCsv(items: readonly Notice[]): string {
  return csvText(items, [
    ['id', ({ id }) => id],
    ['event', ({ event }) => event],
    ['state', ({ state }) => state],
    ['attempts', ({ attempts }) => attempts],
    ['last_status', ({ last_status }) => last_status ?? ''],
    ['last_error', ({ last_error }) => last_error ?? ''],
    ['project_id', ({ project_id }) => project_id],
    ['created_at_utc', ({ created_at }) => created_at],
    ['finished_at_utc', ({ finished_at }) => finished_at ?? ''],
  ]);
}
