/** The list of accounts: what is looked through, how it is ordered, how it is exported. */
import type { accounts } from '@touchstone/core/api/admin/accounts.ts';
import type { OutputOf } from '@touchstone/core/api/endpoint.ts';
import { PLAN_SLUGS, PLANS, type Plan, type PlanSlug } from '@touchstone/core/api/plans.ts';
import { csvText } from '../../../parts/list-page/csv.ts';
import type { ListView } from '../../../parts/list-page/list-order.ts';
import type { Sort } from '../../../parts/list-page/sort-codec.ts';
import { words } from '../../../words/administration/accounts.ts';
import type { AccountStatus, SortKey } from './search.ts';

export type AccountItem = OutputOf<typeof accounts.list>['accounts'][number];
export type AccountRead = OutputOf<typeof accounts.read>;

const SORT_VALUES: Readonly<Record<SortKey, (item: AccountItem) => string | number>> = {
  email: ({ email }) => email,
  // By what a plan allows, not by its name.
  plan: ({ plan }) => PLAN_SLUGS.indexOf(plan),
  credits: ({ credits }) => credits,
  status: ({ status }) => status,
  created: ({ created_at }) => created_at,
};

export interface AccountFilter {
  readonly text: string;
  readonly plan: PlanSlug | null;
  readonly status: AccountStatus | null;
}

/** The view for the list's order. Text is looked for in address and id. */
export function accountView(
  { text, plan, status }: AccountFilter,
  { by, descending }: Sort<SortKey>,
): ListView<AccountItem> {
  const needle = text.trim().toLowerCase();
  return {
    matches: (item) =>
      (plan === null || item.plan === plan) &&
      (status === null || item.status === status) &&
      (needle === '' || item.email.toLowerCase().includes(needle) || item.id.toLowerCase().includes(needle)),
    sortBy: SORT_VALUES[by],
    descending,
  };
}

export function accountsCsv(items: readonly AccountItem[]): string {
  return csvText(items, [
    ['id', ({ id }) => id],
    ['email', ({ email }) => email],
    ['plan', ({ plan }) => plan],
    ['credits', ({ credits }) => credits],
    ['status', ({ status }) => status],
    ['created_at_utc', ({ created_at }) => created_at],
  ]);
}

export function accountsJson(items: readonly AccountItem[]): string {
  return `${JSON.stringify({ accounts: items }, null, 2)}\n`;
}

/** What a plan allows, in one line. */
export function planWords({ rate, tierLevel }: Plan): string {
  const { plan } = words;
  return `${rate === null ? plan.unlimited : plan.rate(rate.perSecond, rate.burst)}; ${plan.tier(tierLevel)}`;
}

export const PLAN_OPTIONS = PLAN_SLUGS.map((value) => ({ value, label: PLANS[value].title }));
