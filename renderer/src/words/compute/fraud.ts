import { commandKeys } from '../../lib/text/platform-keys.ts';
import { counted } from '../count.ts';

/** The Fraud sharing page. */
export const words = {
  title: 'Fraud sharing',
  lead: 'Projects on this server tell each other how risky an entity is. Only means of at least three of them are ever shown.',
  cost: (units: string) => `Costs ${units}`,

  factors: {
    velocity: 'Velocity',
    amount: 'Amount',
    geography: 'Geography',
    device: 'Device',
    identity: 'Identity',
    behaviour: 'Behaviour',
    network: 'Network',
    disputes: 'Disputes',
  },
  levels: { unknown: 'Not enough signals', low: 'Low risk', medium: 'Medium risk', high: 'High risk' },

  facts: { participants: 'Participants', own: 'Own signals', ending: 'Next to expire' },

  list: {
    heading: 'Your signals',
    label: 'Signals of this project',
    names: ['signal', 'signals'],
    loading: 'Loading the signals',
    what: 'The signals',
    find: 'Find a signal',
    noMatch: 'No signal matches.',
    hint: `Enter withdraws a signal, ${commandKeys('C')} copies its id. What a signal says, and about whom, is not stored in a form that could be shown.`,
    cut: 'There are more signals, which are not listed.',
    columns: { type: 'Kind', id: 'Id', contributed: 'Contributed', expires: 'Expires' },
  },

  empty: {
    title: 'No signals yet',
    text: 'Contribute what you know about an account, a card or a device. It leaves this page encrypted.',
  },

  entity: {
    label: 'Entity',
    what: 'the entity',
    hint: 'A name, of which SHA3-256 is sent, or 64 digits of hexadecimal. Hash with a secret that the participants share where the name can be guessed.',
    sample: 'account 4711',
  },

  contribute: {
    verb: 'Contribute',
    also: 'Contribute a fraud signal',
    title: 'Contribute a signal',
    send: 'Seal and contribute',
    busy: 'Contributing the signal',
    failed: 'The signal was not accepted',
    done: 'The signal was accepted',
    type: 'Kind of signal',
    typeWhat: 'the kind of signal',
    typeHint: 'Not secret, for example account_takeover.',
    typeSample: 'account_takeover',
    hours: 'Counts for (hours)',
    hoursTrouble: 'Enter a whole number from 1 to 8760.',
    factors: 'Factors, 0 to 1000',
    factorTrouble: 'Enter a whole number from 0 to 1000.',
    sealed:
      'Entity and factors are sealed in this page. One thread of the server opens them, encrypts the numbers and forgets them.',
    noKey: 'The server publishes no key to seal to.',
  },

  score: {
    verb: 'Ask for a score',
    also: 'Fraud score of an entity',
    title: 'Score of an entity',
    send: 'Ask',
    busy: 'Adding up encrypted signals',
    failed: 'There is no score',
    note: 'Scores move in steps of 0.05 and stay the same for an hour, so that nobody can read a single signal from a difference.',
    heading: 'Score',
    picture: 'Risk score',
    value: (score: string) => `Score ${score} of 1`,
    unknown: 'Fewer than three projects have signals about this entity, or it is unknown. That is no good mark.',
    signals: (count: number) => `From ${counted(count, 'signal', 'signals')}`,
    computed: (ago: string) => `computed ${ago}`,
    caption: 'Factors, highest first',
    columns: { factor: 'Factor', level: 'Mean', bar: 'Share' },
    raises: 'raises the score most',
    entity: (entity: string) => `Entity: ${entity}`,
  },

  participants: {
    heading: 'Participants',
    lead: 'One for each project that has contributed, under a name that says nothing about it.',
    caption: 'Projects that take part',
    columns: { id: 'Participant', joined: 'Joined', signals: 'Signals' },
    what: 'The participants',
    none: 'Nobody has contributed yet.',
  },

  withdraw: {
    title: 'Withdraw the signal',
    send: 'Withdraw',
    busy: 'Withdrawing',
    failed: 'The signal was not withdrawn',
    done: 'The signal was withdrawn',
    text: 'The signal stops counting when the score is next computed, in an hour at most. This cannot be undone; backups made before still hold it.',
  },
} as const;
