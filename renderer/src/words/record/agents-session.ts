import type { ChainFault } from '@touchstone/core/agent/chain.ts';
import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';
import { rich } from '../rich.ts';

const receipts = (count: number) => counted(count, 'receipt', 'receipts');

const faults: Readonly<Record<ChainFault, string>> = {
  hash: 'The contents do not match the recorded hash.',
  link: 'The hash that links to the previous receipt does not match: one of the two was changed, or a receipt between them was removed, inserted or moved.',
  order: 'The session starts twice, or continues after its end.',
  session: 'This receipt belongs to another session or agent.',
  time: 'This receipt is older than the previous one, or has no time.',
  duplicate: 'This receipt appears twice.',
};

/** One session of an agent: its head, its receipts as a tree, and the verification of its chain. */
export const words = {
  one: 'Agent session',
  all: 'Agents',
  title: (agent: string, shortId: string) => `${agent} · ${shortId}`,
  cameFrom: (title: string) => `session ${title}`,
  loading: 'Loading the session',
  what: 'The session',
  missing: 'Session not found',
  missingText: (id: ReactNode) => rich`This project has no session ${id}. The session may belong to another project.`,
  views: {
    label: 'Views of the session',
    receipts: 'Receipts',
    waterfall: 'Waterfall',
    map: 'Map',
    replay: 'Replay',
    fork: 'Fork',
  },

  facts: {
    receipts: 'Receipts',
    failures: 'Failures',
    none: 'None',
    seal: 'Seal',
    expires: 'Expires',
    expired: 'Expired',
    ended: 'Ended',
    after: (duration: string) => `after ${duration}`,
    permissions: 'Permissions',
    show: (label: string, value: string) => `${label}: ${value}`,
    anyTool: 'Any tool',
    noTool: 'No tools',
    tools: (count: number) => counted(count, 'tool', 'tools'),
    upTo: (value: string) => `up to ${value}`,
    checked: (time: ReactNode) => rich`checked ${time}`,
  },
  details: {
    title: 'Session details',
    permissions: 'Permissions',
    tools: 'Tools',
    noTools: 'None',
    anyTools: 'Any',
    forbidden: 'Forbidden data classes',
    noForbidden: 'None',
    jurisdiction: 'Jurisdiction',
    anyJurisdiction: 'Any',
    highest: 'Highest value per action',
    noLimit: 'No limit',
    scopeMeaning:
      'Anything outside these permissions is recorded as denied, or as done although forbidden. The service does not stop an agent. Policies of the organisation, team or project may add limits.',
    kept: (level: string, meaning: string) => `Redaction level: ${level}. ${meaning}`,
    seal: 'Seal',
    notSealed: 'Not sealed. Receipts could still be missing at the end.',
    sealed: 'Sealed. The number of receipts is fixed.',
    root: 'Merkle root, stated by the server',
    rootLabel: 'Merkle root',
    handle: 'Handle (74 bytes)',
    handleLabel: 'handle of the seal',
    verifySeal: 'Verify the receipt of the seal',
    about: 'About',
    agent: 'Agent',
    agentId: 'agent id',
    session: 'Session',
    sessionId: 'session id',
    started: 'Started',
  },
  more: {
    save: 'Save as .pqs.json',
    lineage: 'Show lineage',
    copy: 'Copy session id',
    details: 'Session details',
  },
  bundle: {
    fetching: (size: string) => `Fetching the bundle, ${size} so far`,
    checkFailed: 'The bundle was not fetched',
    saveFailed: 'The bundle was not saved',
    tooLarge: 'The bundle is too large for any verifier',
    smaller: 'Save without the requests',
    saved: (size: string, command: ReactNode) => rich`Saved ${size}. Anyone can check the file with ${command}.`,
  },

  toolbar: {
    find: 'Find by text, id or hash',
    outcome: 'Outcome',
    outcomes: { trouble: 'Failed, denied or forbidden', attention: 'Anything unusual' },
    kind: 'Kind',
    next: 'Next failure',
    noNext: 'No failure among the listed receipts',
    path: 'Show path from start',
    hidePath: 'Hide path from start',
    noPath: 'Choose a receipt first',
    group: 'Group repeats',
    ungroup: 'Show every receipt',
  },
  strip: {
    receipt: (number: number, outcome: string) => `Receipt ${formatCount(number)}: ${outcome}`,
    rows: (first: number, last: number, outcome: string) =>
      `Rows ${formatCount(first)}–${formatCount(last)}: ${outcome}`,
    legend: { failed: 'Failed or denied', inconclusive: 'Inconclusive', pending: 'Waiting' },
    worst: {
      plain: 'nothing unusual',
      pending: 'waiting',
      inconclusive: 'inconclusive',
      failed: 'failed or denied',
      broken: 'the chain is broken here',
    },
  },

  tree: {
    label: 'Receipts of the session',
    columns: { kind: 'Kind', what: 'What', outcome: 'Outcome' },
    time: (zone: string) => (zone === '' ? 'Time' : `Time, ${zone}`),
    run: 'Repeats',
    runOf: (count: number) => `${formatCount(count)} receipts, nothing unusual`,
    broken: 'Broken here',
    simulation: 'Simulation',
    childStates: {
      loading: 'loading receipts',
      cancelled: 'not all receipts are loaded',
      failed: 'receipts could not be read',
    },
    shown: (shown: number, loaded: number) =>
      shown < loaded ? `${formatCount(shown)} of ${receipts(loaded)}` : receipts(loaded),
    ofSessions: (count: number) => ` in ${formatCount(count)} sessions`,
    delegated: (count: number) => ` ${counted(count, 'delegation', 'delegations')}.`,
    keys: ` Right and Left open and close rows, Enter shows a receipt or fork, ${commandKeys('C')} copies the id.`,
    path: (rows: number, sessions: number) =>
      `The path from the start has ${counted(rows, 'row', 'rows')} in ${counted(sessions, 'session', 'sessions')}`,
    noMatch: 'No receipt matches the filters',
    noSuchId: 'No loaded receipt has this id or hash.',
    showAll: 'Show all receipts',
    copied: { receipt: (id: string) => `receipt id ${id}`, fork: (id: string) => `fork id ${id}` },
    empty: 'This session has no receipts',
    emptyText: (command: ReactNode) =>
      rich`Every session starts with a receipt. Without one, the store of this server was changed: run ${command}.`,
  },

  twin: {
    title: (session: string) => `Receipts of ${session}`,
    receipt: (number: number, time: string, kind: string, what: string, outcome: string) =>
      `${formatCount(number)}, ${time}, ${kind}: ${what} – ${outcome}`,
    run: (first: number, last: number, what: string) => `${formatCount(first)}–${formatCount(last)}: ${what}`,
    fork: (stamp: string, counts: string) => `Fork (${stamp.toLowerCase()}): ${counts}`,
  },

  load: {
    receipts: 'The receipts',
    soFar: (count: number) => `Loading the receipts, ${formatCount(count)} so far`,
    partly: (count: number, of: number) => `${formatCount(count)} of ${receipts(of)} loaded.`,
    rest: 'Load the rest',
  },

  panel: {
    title: (number: number | null, of: number) =>
      number === null ? 'Receipt' : `Receipt ${formatCount(number)} of ${formatCount(of)}`,
    idLabel: 'receipt id',
    close: 'Close the receipt',
    before: 'Previous receipt',
    after: 'Next receipt',
    delegating: 'Delegating receipt',
    child: 'Open delegated session',
    lineage: 'Show lineage',
    loading: 'Loading the receipt and its proof',
    what: 'The receipt',
    sinceBefore: (duration: string) => `${duration} after the previous receipt`,
  },

  chain: {
    verb: 'Verify the chain',
    busy: (count: number) => `Recomputing the chain in this window, ${receipts(count)} so far`,
    failed: 'The chain was not verified',
    details: 'Details',
    hideDetails: 'Hide details',
    showMarked: (number: number) => `Show receipt ${formatCount(number)}`,
    marked: (id: ReactNode) => rich`Marked in the tree: ${id}.`,
    compared: (number: number) => `Compared at receipt ${formatCount(number)}`,
    expected: 'expected',
    found: 'found',
    doctor: (command: ReactNode) => rich`Copy the data folder before anything else, then run ${command}.`,
    head: 'Hash of the last receipt. Keep it elsewhere to compare later.',
    headLabel: 'hash of the last receipt',
    scope: (time: ReactNode, count: number, hasRoot: boolean) =>
      rich`Recomputed here ${time} over ${receipts(count)}: contents, links, order, times${hasRoot ? ', Merkle root' : ''}.`,
    noSignatures: 'Signatures and seal not checked.',
    someSignatures: 'Only the two signatures at the break were checked, not the seal.',
    fullCheck: 'Full check',
    nothing: 'Nothing to verify',
    nothingText: 'The server returned no receipts for this session.',
    sealWrong: 'The seal does not match',
    sealWrongText: (count: number, by: 'session' | 'end') =>
      `All hashes and links match, but the Merkle root over ${receipts(count)} differs from the one in the ${by === 'session' ? 'session' : 'end receipt'}: receipts were added, removed or exchanged later.`,
    unsealed: 'Intact, not sealed',
    unsealedText: 'All hashes and links match. Without a seal, receipts could still be missing at the end.',
    intact: 'Intact, and the root matches',
    intactText: (count: number) =>
      `All hashes and links match, and the Merkle root over ${receipts(count)} is the one that the server states for the seal.`,
  },
  broken: {
    changed: (number: number) => `Receipt ${formatCount(number)} was changed`,
    moved: (number: number) => `Receipts are missing or moved before receipt ${formatCount(number)}`,
    at: (number: number) => `Broken at receipt ${formatCount(number)}`,
    changedLater: (next: number) =>
      `The signature is invalid, and receipt ${formatCount(next)} contains another hash for this receipt.`,
    changedItself: 'The signature is invalid, and this receipt contains another hash for the previous one.',
    movedText: (before: number, itself: number) =>
      `The signatures of receipts ${formatCount(before)} and ${formatCount(itself)} are valid, but the two do not follow each other: a receipt between them was removed, or they were moved.`,
    faults,
    first: 'This is the first receipt.',
    oneIntact: 'Receipt 1 is intact.',
    intact: (last: number) => `Receipts 1–${formatCount(last)} are intact.`,
  },
} as const;
