import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';
import { words as outcomes } from './agents-session-outcomes.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');
const { statuses } = outcomes;

/** Outcomes of a divergence, as they are called elsewhere. */
const divergences: Readonly<Record<string, string>> = {
  success: statuses.success,
  failure: statuses.failure,
  timeout: statuses.timeout,
  denied: statuses.denied,
  violation: statuses.violation,
  pending: statuses.pending,
  allowed: statuses.allowed,
  clean: statuses.clean,
  exposed: statuses.exposed,
  quarantined: statuses.quarantined,
  unknown: statuses.unknown,
  recorded: statuses.recorded,
};

/** Forks of a session: what another policy would have decided. */
export const words = {
  simulation: 'Simulation, not evidence',
  meaning:
    'A fork shows what another policy would have decided. Its receipts are not signed, and nothing in it happened.',
  empty: 'This session has no receipts to fork',
  loading: 'Loading the receipts',
  divergences,
  made: (time: ReactNode, by: ReactNode) => rich`${time} by ${by}`,

  list: {
    title: 'Forks of this session',
    lead: 'The service keeps the question and the result, and recomputes the receipts when a fork is opened. A session keeps its 50 newest forks. Forks are in no chain, seal or bundle.',
    loading: 'Loading the forks',
    what: 'The forks',
    none: 'No forks yet',
    noneText: 'Find out what another policy would have decided in this session.',
    older: (count: number) => `Older forks (${formatCount(count)})`,
    from: (receipt: string, counts: string) => `From ${receipt}: ${counts}`,
    receipt: (number: number) => `receipt ${formatCount(number)}`,
    open: 'Open',
    openOne: (receipt: string) => `Open the fork from ${receipt}`,
    shown: 'Shown above',
    shownOne: (receipt: string) => `Shown above: the fork from ${receipt}`,
    broken: 'The recorded chain was not intact at that time',
    counts: (divergences: number, simulated: number) =>
      divergences === 0
        ? `no difference in ${receipts(simulated)}`
        : `${formatCount(divergences)} of ${receipts(simulated)} different`,
    first: (number: number, after: string, before: string) =>
      `first at receipt ${formatCount(number)}: ${after} instead of ${before}`,
    unread: ' The forks could not be read. ',
    again: 'Try again',
    beginsHere: (count: number) => (count === 1 ? 'Fork starts here' : `${formatCount(count)} forks start here`),
  },

  create: {
    verb: 'New fork',
    title: 'New fork',
    lead: 'Your policy replaces the recorded limits: a fork may forbid more and permit more. Receipts from the chosen one on are decided again, from the value and jurisdiction that were kept. What the redaction level dropped, and what other policies refused, keeps its recorded outcome.',
    find: 'Find the receipt where the fork starts',
    findHint: 'A number, or part of an id, action or summary. Type “failed” to list failures and denials.',
    where: 'Where the fork starts',
    noMatch: 'No receipt matches.',
    firstOnes: (count: number) => `The first ${formatCount(count)} matches; type more to narrow them.`,
    matches: (count: number) => counted(count, 'receipt matches', 'receipts match'),
    recorded: 'Recorded limits',
    whenEmpty: 'Empty: the recorded limit stays.',
    send: (number: number) => `Decide again from receipt ${formatCount(number)}`,
    clear: 'Clear the policy',
    cost: (units: string) => `Costs ${units}`,
    busy: 'Deciding again',
    failed: 'Nothing was decided',
  },

  result: {
    done: (stamp: string, summary: string) => `${stamp}. ${summary}`,
    made: (time: ReactNode, by: ReactNode) => rich`Created ${time} by ${by}.`,
    same: 'Recomputed with the same result.',
    differs:
      'Recomputed with another result: recorded receipts were changed later, or another version of the service decides.',
    noPolicy: 'Without a policy, every decision stays the same.',
    broken: 'The recorded chain is not intact. The fork is based on what is stored.',
    json: 'Export JSON',
    print: 'Print or save as PDF',
    kept: (kept: number, decided: number) =>
      `${receipts(kept)} kept as recorded, ${formatCount(decided)} decided again`,
    none: ': no differences.',
    changed: (changed: number, refused: number, violations: number, allowed: number) =>
      `: ${counted(changed, 'difference', 'differences')} (${formatCount(refused)} refused, ${formatCount(violations)} ran although forbidden, ${formatCount(allowed)} permitted).`,
  },

  grid: {
    label: 'Recorded session and fork',
    columns: { receipt: 'Receipt', recorded: 'Recorded', fork: 'Fork, simulated', rule: 'Rule' },
    kinds: {
      kept: 'As recorded',
      unjudged: 'Not judged by policies',
      same: 'Same decision',
      changed: 'Different decision',
      'recorded-only': 'Not in the fork',
      'fork-only': 'Not recorded here',
    },
    next: 'Next difference',
    hint: `Enter shows the recorded receipt, ${commandKeys('C')} copies its id.`,
    atChange: (row: number) => `Row ${formatCount(row)}, different decision`,
    copied: (id: string) => `receipt id ${id}`,
    missing: '–',
    current: 'Current row',
    numbered: (number: number) => `${formatCount(number)}, `,
    summary: 'Summary',
    deciding: 'Deciding rule',
    after: (outcome: string, kind: string) => `${outcome} (${kind.toLowerCase()})`,
    show: 'Show the recorded receipt',
  },

  print: {
    of: (session: ReactNode, receipt: ReactNode, time: ReactNode) =>
      rich`Fork of session ${session} from receipt ${receipt}, computed ${time}.`,
    counts: (decided: number, changed: number) =>
      `${receipts(decided)} decided again, ${counted(changed, 'difference', 'differences')}.`,
    columns: ['Receipt', 'Action', 'Recorded', 'Fork, simulated', 'Rule'],
    cut: (most: number) => `The first ${formatCount(most)} are printed; the JSON export contains all.`,
  },
} as const;
