import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The page Joint computation. */
export const words = {
  title: 'Joint computation',
  one: 'Joint computation',
  lead: 'Several people learn one number about their inputs together. Nobody is shown an input.',

  states: { collecting: 'Collecting', ready: 'Ready', computed: 'Computed', expired: 'Expired' },

  tasks: {
    sum: 'Sum',
    average: 'Average',
    max: 'Largest',
    min: 'Smallest',
    custom: 'Custom',
    weighted_sum: 'Weighted sum',
    variance: 'Variance',
    count_above: 'Count above a limit',
  },
  of: (task: string, participants: number) => `${task} of ${formatCount(participants)} inputs`,

  trust: {
    word: 'three parties, one operator',
    text: 'Three computing parties run in separate threads of this server. One that is curious learns no input. The operator of the server runs all three. The real thing would be three operators that do not work together.',
    title: 'Whom to trust',
    lead: 'Your input is split and sealed in this window. Each of three computing parties gets one share, which says nothing about it.',
    protects: 'Protected: against one of the three parties that is curious, or whose memory leaks.',
    notProtected: 'Not protected: against the operator of the server, who runs all three parties.',
    result: 'The result may tell inputs: of a sum of two numbers each side learns the other.',
    lies: 'Nobody checks that an input is true. Its range is checked without opening it.',
  },

  open: {
    verb: 'New computation',
    also: 'mpc, secure multi-party computation, sum without showing',
    note: 'Opens a session that others can contribute to',
    send: 'Open session',
    busy: 'Making the keys of the parties',
    failed: 'The session was not opened',
    done: 'The session is open',
    computation: 'Computation',
    participants: 'Participants',
    threshold: 'Contributions needed',
    thresholdHint: 'The result can be computed from so many on. It is no bound on secrecy.',
    weights: 'Weights',
    weightsHint: 'One whole number for each participant, in their order, with commas between. None is zero.',
    weightsTrouble: (participants: number) =>
      `Enter ${formatCount(participants)} whole numbers with commas between, none of them zero.`,
    bound: 'Limit',
    boundHint: 'Inputs greater than this are counted.',
    numberTrouble: 'Enter a whole number.',
    countTrouble: (most: number) => `Enter a whole number from 2 to ${formatCount(most)}.`,
    tokens: 'Give each participant a token',
    tokensHint: 'Without their token nobody contributes in their name. Tokens are shown once.',
  },

  list: {
    title: 'Sessions',
    label: 'Joint computations',
    what: 'The joint computations',
    loading: 'Loading the joint computations',
    names: ['session', 'sessions'],
    find: 'Find a session',
    columns: {
      name: 'Computation',
      state: 'State',
      contributions: 'Contributions',
      opened: 'Opened',
      until: 'Open until',
      id: 'Session',
    },
    of: (count: number, needed: number) => `${formatCount(count)} of ${formatCount(needed)}`,
    allStates: 'All states',
    noMatch: 'No session matches the filters.',
    cut: 'Older sessions are not shown.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the session.`,
  },

  empty: {
    title: 'No joint computations yet',
    text: 'Open a session, hand out its address, and let each participant contribute. Programs use the API; their sessions appear here too.',
  },

  detail: {
    loading: 'Loading the session',
    what: 'The session',
    missing: 'This server has no such session',
    missingText: (id: ReactNode) => rich`It was deleted, or belongs to another project. You looked for ${id}.`,
    expired: 'Expired',
    expiredText: 'The time was over before the result was computed. The sealed inputs were deleted.',
    facts: { contributions: 'Contributions', needed: 'Needed', until: 'Open until', opened: 'Opened' },
    of: (count: number, all: number) => `${formatCount(count)} of ${formatCount(all)}`,

    lanes: 'Participants',
    lanesLead: 'Who has contributed. What they contributed is sealed to the three parties.',
    received: 'Sealed input received',
    waiting: 'No input yet',
    missed: 'Did not contribute',
    weight: (weight: number) => `Weight ${formatCount(weight)}`,
    contributeAs: (participant: string) => `Contribute as ${participant}`,

    result: 'Result',
    locked: (missing: number) =>
      missing === 1
        ? 'Locked until 1 more input has come in.'
        : `Locked until ${formatCount(missing)} more inputs have come in.`,
    ready: 'Enough inputs have come in. Computing closes the session: nobody contributes after that.',
    resultLabel: 'result',

    sent: 'Sent from this window',
    sentLead:
      'The SHA3-256 of each sealed input, also where no answer came. The transcript lists those that were counted. Forgotten when you leave the page.',
    sentLabel: (participant: string) => `hash of the sealed input of ${participant}`,
    tokens: 'Tokens of the participants',
    tokensLead: 'Shown once. Give each participant theirs through a channel you trust.',
    tokenLabel: (participant: string) => `token of ${participant}`,

    proof: 'Proof',
    verifying: 'Verifying in this window',
    unverified: 'The proof could not be verified',
    checks: 'Checks',
    save: 'Save proof',
    print: 'Print',
    copy: 'Copy session',
    sessionLabel: 'session',
    delete: 'Delete',
    raw: 'Description of the session',
    rawLead: 'What inputs are sealed to. A share fits this description and no other.',
    rawLabel: 'the description',
  },

  contribute: {
    verb: 'Contribute',
    title: 'Contribute an input',
    note: 'Split and sealed in this window',
    send: 'Seal and send',
    busy: 'Sealing and sending',
    failed: 'The input was not taken',
    done: (participant: string) => `The input of ${participant} was taken`,
    participant: 'Participant',
    input: 'Your input',
    inputHint: (most: number) =>
      `A whole number, at most ${formatCount(most)} either way. It leaves this window in sealed shares only.`,
    inputTrouble: (most: number) => `Enter a whole number, at most ${formatCount(most)} either way.`,
    token: 'Token of the participant',
    tokenTrouble: 'Enter the token that the participant was given.',
    about: (name: string, needed: number) => `${name}; computed from ${formatCount(needed)} contributions on.`,
    unreadable: 'The description of the session cannot be read',
  },

  compute: {
    verb: 'Compute',
    title: 'Compute the result',
    send: 'Compute and close',
    busy: 'The parties compute',
    failed: 'The result was not computed',
    done: (result: string) => `The result is ${result}`,
    text: 'The three parties compute the result and open nothing else. The session is closed then: no input can follow, and the sealed inputs and keys are deleted.',
    count: (count: number, all: number) =>
      count === all
        ? 'All participants have contributed.'
        : `${formatCount(count)} of ${formatCount(all)} participants have contributed. The others can no longer.`,
  },

  delete: {
    title: 'Delete the session',
    verb: 'Delete',
    busy: 'Deleting',
    failed: 'The session was not deleted',
    text: 'Its sealed inputs, keys and result are deleted for all participants. This cannot be undone.',
    stays: 'Proofs that were saved go on to verify.',
    done: (name: string) => `Deleted: ${name}`,
  },
} as const;
