/** Where things stand on a timeline of twelve months. */

const DAY_MS = 86_400_000;
export const SPAN_MS = 365 * DAY_MS;
/** Things that are nearer to each other than this share one mark. */
const CLUSTER_MS = SPAN_MS / 52;
/** What ends within so many days is due soon. */
const SOON_MS = 14 * DAY_MS;

export interface Dated {
  readonly name: string;
  readonly at: number;
}

export interface MarkCluster {
  /** Of the first of them. */
  readonly at: number;
  readonly items: readonly Dated[];
  readonly urgency: 'past' | 'soon' | 'later';
}

/** The marks of a lane, the earliest first; what is over shares one, and what ends after twelve months has none. */
export function clustersOf(items: readonly Dated[], now: number): readonly MarkCluster[] {
  const clusters: { at: number; items: Dated[]; urgency: MarkCluster['urgency'] }[] = [];
  const past = items.filter(({ at }) => at < now);
  const first = past[0];
  if (first !== undefined) clusters.push({ at: first.at, items: past, urgency: 'past' });
  let open: (typeof clusters)[number] | undefined;
  const coming = items.filter(({ at }) => at >= now && at <= now + SPAN_MS).sort((a, b) => a.at - b.at);
  for (const item of coming) {
    if (open !== undefined && item.at - open.at < CLUSTER_MS) {
      open.items.push(item);
      continue;
    }
    open = { at: item.at, items: [item], urgency: item.at - now <= SOON_MS ? 'soon' : 'later' };
    clusters.push(open);
  }
  return clusters;
}

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short' });

/** The first days of the months that begin within the next twelve, with their short names. */
export function monthsAfter(now: number): readonly { readonly at: number; readonly title: string }[] {
  const { year, month } = { year: new Date(now).getFullYear(), month: new Date(now).getMonth() };
  return (
    Array.from({ length: 12 }, (_, index) => new Date(year, month + 1 + index, 1))
      .map((date) => ({ at: date.getTime(), title: MONTH.format(date) }))
      // Not under the word for today.
      .filter(({ at }) => at - now > SPAN_MS / 40 && at - now <= SPAN_MS)
  );
}
