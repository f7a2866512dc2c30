import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');
const links = (count: number) => counted(count, 'link', 'links');

/** Lineage: the question, the graph of the answer, and the same as lists. */
export const words = {
  lead: (cost: string) =>
    `What a receipt, session, agent or fork came from and led to. Lineage shows how receipts are linked, not that one act caused another. Following ${cost}.`,
  cost: (units: string) => `costs ${units}`,

  form: {
    label: 'Lineage question',
    start: 'Receipt, session, agent or fork',
    startHint: 'An id, or a name to choose from recent ones',
    direction: 'Direction',
    directions: { both: 'Both directions', ancestors: 'Origin', descendants: 'Results' },
    depth: 'Maximum links (100)',
    send: 'Follow links',
    busy: 'Following the links',
    failed: 'The links were not followed',
    startTrouble: 'Enter the id of a receipt (node_…), session (ags_…), agent (agt_…) or fork (fork_…).',
    depthTrouble: 'Enter a whole number from 1 to 10,000, or nothing for 100.',
    found: (count: number, isCut: boolean) => `${receipts(count)}${isCut ? ', and there are more' : ''}`,
    notKept: 'The answer to this question is not kept in this window. “Follow links” asks again.',
    changed: 'The form has changed. This answer is for the question named here.',
  },

  recent: {
    title: 'Recent',
    caption: 'Recent sessions and agents to start from',
    columns: { name: 'Name', kind: 'Kind', receipts: 'Receipts', time: 'Time', id: 'Id', follow: 'Follow' },
    session: 'Session',
    agent: 'Agent',
    follow: 'Follow links',
    followOf: (kind: string, name: string) => `Follow links of ${kind.toLowerCase()} ${name}`,
    none: 'No recent session or agent has this name.',
    nothing: 'No sessions and no agents yet',
    nothingText: 'Lineage needs receipts. Start a session first.',
  },

  kinds: { receipt: 'receipt', session: 'session', agent: 'agent', fork: 'fork' },
  questions: {
    ancestors: (kind: string, id: string) => `Where ${kind} ${id} came from`,
    descendants: (kind: string, id: string) => `What ${kind} ${id} led to`,
    both: (kind: string, id: string) => `Where ${kind} ${id} came from and what it led to`,
    upTo: (question: string, most: number) => `${question}, up to ${links(most)}`,
  },

  answer: {
    label: 'The answer',
    asked: (time: ReactNode) => rich`Asked ${time}`,
    summary: (count: number, sessions: number, edges: number) =>
      `${receipts(count)} of ${counted(sessions, 'session', 'sessions')}, ${links(edges)}.`,
    forks: (count: number) => `${counted(count, 'fork', 'forks')}: simulation, not evidence.`,
    cut: 'Cut off: there is more. Raise the maximum, or start elsewhere.',
    roots: 'Roots',
    rootsCut: 'Roots of what was followed',
    moreRoots: (count: number) => `and ${formatCount(count)} more`,
    links: 'Links',
    receipts: 'Receipts',
    receiptsAndForks: 'Receipts and forks',
    grid: 'Receipts of the lineage',
    none: 'No receipt is linked.',
    hint: `Enter shows a receipt in its session, or the comparison of a fork; ${commandKeys('C')} copies the id. Registrations belong to no session.`,
    registration: 'registration',
    idLabel: 'the receipt id',
    leadsTo: 'leads to',
    group: (title: string, count: number) => `${title}: ${formatCount(count)}`,
    showMore: (count: number) => `Show more of ${formatCount(count)}`,
    columns: {
      time: 'Recorded',
      action: 'Action',
      status: 'Status',
      session: 'Session',
      agent: 'Agent',
      id: 'Receipt',
    },
  },

  edges: {
    delegation: {
      title: 'Delegations',
      label: 'delegates',
      meaning: 'The earlier receipt opened the session that the later one begins.',
    },
    approval: {
      title: 'Approvals',
      label: 'decides',
      meaning: 'The later receipt decides what the earlier one asked.',
    },
    fork: {
      title: 'Forks',
      label: 'fork',
      meaning: 'A fork decides again from the receipt on: a simulation, not evidence.',
    },
    chain: {
      title: 'Chain links',
      label: '',
      meaning: 'The later receipt follows the earlier one in its session.',
    },
  },

  simulation: 'Simulation',
  simulationCsv: 'simulation, not evidence',
  receiptCsv: 'receipt',

  graph: {
    title: 'Graph',
    label: 'Graph of the lineage: arrow keys go from group to group, Enter opens the first receipt',
    zoom: 'Zoom of the graph',
    byRun: (groups: number, count: number) =>
      `${counted(groups, 'group', 'groups')} for ${receipts(count)}. Receipts that follow each other without another link are one group.`,
    bySession: (groups: number) =>
      `${counted(groups, 'group', 'groups')}, each a whole session: single receipts would be too many to draw.`,
    tooLarge: 'Too large to draw. The lists below hold all links and receipts.',
    late: 'Placing the groups took too long and was stopped. The lists below hold all links and receipts.',
    failed: 'The graph cannot be drawn',
    failedText: 'The code for drawing could not be loaded. The lists below hold all links and receipts.',
    placing: 'Placing the groups',
    receipts: (count: number) => receipts(count),
    fromTo: (first: string, last: string) => `${first} to ${last}`,
    failures: (count: number) => `${formatCount(count)} failed or denied`,
    pending: (count: number) => `${formatCount(count)} waiting`,
    start: 'Start',
    chosen: 'The chosen group',
    agent: 'Agent',
    session: 'Session',
    recorded: 'Recorded',
    acts: 'Actions',
    outcome: 'Outcome',
    nothing: 'No failures',
    open: 'Open first receipt',
    openFork: 'Open fork',
    openSession: 'Open session',
    fromHere: 'Follow links from here',
    moreActs: (count: number) => `and ${formatCount(count)} more`,
  },
} as const;
