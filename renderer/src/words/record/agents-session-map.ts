import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');
const sessions = (count: number) => counted(count, 'session', 'sessions');

/** The map of a session and of the sessions that it delegated to. */
export const words = {
  lead: 'Each box is a group of receipts in a row. Lines show how receipts are linked, not that one act caused the other.',
  empty: 'This session has no receipts to draw',
  loading: 'Loading the receipts',
  loadingMore: (count: number) =>
    `Loading the receipts, ${formatCount(count)} so far. The map appears when all are loaded.`,
  missing: (count: number) =>
    `${counted(count, 'delegated session is', 'delegated sessions are')} not loaded and drawn as an empty box.`,
  load: (count: number) => `Load ${formatCount(count)}`,
  groups: (nodes: number, rows: number, of: number) =>
    `${counted(nodes, 'group', 'groups')} of ${receipts(rows)} in ${sessions(of)}.`,
  bySession: (nodes: number, most: number) =>
    `${sessions(nodes)}, one box each: smaller groups would be more than ${formatCount(most)}.`,
  label: 'Session map: arrow keys move between the boxes, Enter shows the receipts of a box',
  zoom: 'Zoom of the map',
  placing: 'Drawing the map',
  tooLarge: 'Too large for a map',
  toReceipts: 'Show the receipts',
  tooMany: (count: number, most: number) =>
    `There are ${sessions(count)} under this one; a map holds at most ${formatCount(most)}. The list of receipts shows all of them.`,
  late: (nodes: number, seconds: number) =>
    `Placing ${formatCount(nodes)} boxes took longer than ${formatCount(seconds)} seconds and was stopped. The list of receipts shows all of them.`,
  failed: 'The map cannot be drawn',
  failedText:
    'Its code could not be loaded, or stopped. If the embedded server is stopped, start it and reload this window. The receipts are listed under “Receipts”.',
  title: 'Session map',
  leadsTo: (how: string, box: number, title: string) => `${how} → ${formatCount(box)}. ${title}`,
  box: (number: number, label: string) => `${formatCount(number)}. ${label}`,
  edges: { delegation: 'delegates', fork: 'fork' },
  gap: (duration: string) => `+${duration}`,
  card: {
    receipt: (number: number) => `Receipt ${formatCount(number)}`,
    receipts: (first: number, last: number) => `Receipts ${formatCount(first)}–${formatCount(last)}`,
    notLoaded: 'Not loaded',
    failed: (count: number) => `${formatCount(count)} failed or denied`,
    pending: (count: number) => `${formatCount(count)} waiting`,
    inThis: 'this session',
    inDelegated: (id: string) => `delegated session ${id}`,
    kind: (count: number, kind: string) => `${formatCount(count)} ${kind.toLowerCase()}`,
    moreKinds: (count: number) => `+${formatCount(count)}`,
    fork: (divergences: number, simulated: number) =>
      `Fork: ${formatCount(divergences)} of ${formatCount(simulated)} different`,
  },
  forks: (shown: number, kept: number, stamp: string) =>
    ` ${counted(shown, 'fork', 'forks')}${shown === kept ? '' : ` of ${formatCount(kept)}`}: ${stamp.toLowerCase()}.`,
  chosen: {
    label: 'Chosen group',
    agent: 'Agent',
    session: 'Session',
    receipts: 'Receipts',
    first: 'First',
    last: 'Last',
    took: 'Time span',
    kinds: 'Kinds',
    outcome: 'Failures',
    none: 'None',
    showFirst: 'Show first receipt',
    showLast: 'Show last receipt',
    showFailure: 'Show first failure',
    open: 'Open this session',
  },
  chosenFork: {
    label: 'Chosen fork',
    fork: 'Fork',
    result: 'Result',
    made: 'Created',
    policy: 'Policy',
    compare: 'Compare this fork',
    begin: 'Show where the fork starts',
  },
} as const;
