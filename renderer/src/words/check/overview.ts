import { formatCount } from '../../lib/format.ts';
import { counted } from '../count.ts';

const days = (count: number) => counted(count, 'day', 'days');
/** The first letter small, to go on in a sentence. */
const within = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

const ELSEWHERE = 'Backups written outside the data folder are not counted.';

/** The Overview. */
export const words = {
  title: 'Overview',
  lead: 'What needs attention on this machine, most urgent first.',
  verify: 'Verify a file',
  asking: 'Asking the server',
  inDays: (count: number) => (count <= 0 ? 'in less than a day' : `in ${days(count)}`),

  facts: {
    approvals: 'Approvals waiting',
    signatures: 'Artifacts to sign',
    rotations: 'Rotations due',
    backup: 'Last backup',
    noBackup: 'None yet',
    audit: 'Audit log verified',
    never: 'Never',
    unknown: 'Not known now',
    atLeast: (count: string) => `${count} or more`,
    show: (label: string, value: string) => `${label}: ${value}`,
  },

  first: {
    title: 'Nothing has been made or pinned here yet',
    text: 'The Verify page has examples to begin with: a verified artifact, a forged one, one that waits for signatures. They need no account and no network. Whatever you issue, sign and pin is listed here when it needs you.',
    verify: 'Verify a file or an example',
    importKeys: 'Import a key set',
  },

  attention: {
    heading: 'Needs attention',
    count: (count: number) => counted(count, 'item', 'items'),
    nothing: 'Nothing needs attention',
    looked:
      'Approvals, signatures, rotations, key sets, API keys, enrolled keys, units, invoices, privacy proofs, joint computations, calls, audit log and backups.',
    urgency: {
      now: 'Act now',
      needed: 'Action needed',
      soon: 'Due soon',
      waiting: 'Waiting',
      unchecked: 'Not checked',
    },
    common: 'Artifacts, keys and accounts',
    what: {
      artifacts: 'The artifacts',
      receipts: 'The receipts',
      serviceKeys: 'The keys of this service',
      accounts: 'The accounts',
      usage: 'The usage of the last 7 days',
      apiKeys: 'The API keys',
      approvals: 'The approvals',
      secrets: 'The rotations of secrets',
      invoices: 'The expired invoices',
      proofs: 'The expired privacy proofs',
      computations: 'The joint computations',
      calls: 'The calls',
      enrolments: 'The enrolled keys',
      ckks: 'The sessions of encrypted compute',
      storage: 'The backups',
    },
  },

  server: {
    title: 'The embedded server is stopped',
    detail: 'You can still verify files and read the trust store. Everything else on this page needs the server.',
    link: 'About the server',
  },

  approvals: {
    title: (summary: string) =>
      summary === '' ? 'An agent is waiting for an approval' : `Approval requested: ${summary}`,
    detail: (agentId: string, left: string) => `By ${agentId}. ${left} left. If nobody decides by then, it is refused.`,
    more: (count: number) => `${formatCount(count)} more ${count === 1 ? 'approval is' : 'approvals are'} waiting`,
    many: 'Many more approvals are waiting',
    moreDetail: 'The Approvals list shows all of them.',
    decide: 'Decide',
    link: 'Approvals',
  },

  signatures: {
    title: (count: number) =>
      count === 1
        ? 'An artifact is waiting for signatures'
        : `${formatCount(count)} artifacts are waiting for signatures`,
    detail: (id: string, subject: string, isOnly: boolean) => `${isOnly ? '' : 'The newest is '}${id}: ${subject}`,
    link: 'Artifacts',
  },

  limit: {
    names: { artifacts: 'artifacts', secrets: 'secrets', apiKeys: 'API keys' },
    title: (read: number, name: string) => `Only ${formatCount(read)} ${name} were checked`,
    detail: 'There are more. What is due among the others is not listed here.',
    links: { artifacts: 'Artifacts', secrets: 'Secrets', apiKeys: 'Accounts' },
  },

  rotations: {
    overdue: (count: number) =>
      count === 1 ? 'A secret is overdue for rotation' : `${formatCount(count)} secrets are overdue for rotation`,
    soon: (count: number, most: number) =>
      count === 1
        ? `A secret is due for rotation within ${most} days`
        : `${formatCount(count)} secrets are due for rotation within ${most} days`,
    detail: (name: string, due: string, isOnly: boolean) => `${isOnly ? '' : 'The first is '}${name}: ${within(due)}.`,
    rotate: 'Rotate',
    link: 'Secrets',
  },

  invoices: {
    title: (count: number) =>
      count === 1 ? 'An invoice expired unpaid' : `${formatCount(count)} invoices expired unpaid`,
    many: (count: number) => `${formatCount(count)} or more invoices expired unpaid`,
    detail: (name: string, isOnly: boolean) =>
      `${isOnly ? '' : 'The newest is '}${name}. Make a new invoice if you still expect the payment, and hide this one.`,
    link: 'Payments',
  },

  proofs: {
    title: (count: number) =>
      count === 1 ? 'A privacy proof has expired' : `${formatCount(count)} privacy proofs have expired`,
    detail: (isOnly: boolean) =>
      isOnly
        ? 'Nobody can verify it any more. Make a new one if somebody still relies on it, and hide this one.'
        : 'Nobody can verify them any more. Make new ones if somebody still relies on them, and hide these.',
    link: 'Proofs',
  },

  computations: {
    title: {
      expired: (count: number) =>
        count === 1
          ? 'A joint computation ended without a result'
          : `${formatCount(count)} joint computations ended without a result`,
      ready: (count: number) =>
        count === 1
          ? 'A joint computation is ready to compute'
          : `${formatCount(count)} joint computations are ready to compute`,
      collecting: (count: number) =>
        count === 1
          ? 'A joint computation is waiting for contributions'
          : `${formatCount(count)} joint computations are waiting for contributions`,
    },
    detail: {
      expired: () =>
        'Too few contributed in time, or nobody computed. Open a new session if the result is still needed.',
      ready: () => 'Compute the result when all who want to contribute have done so.',
      collecting: (contributions: number, needed: number, isOnly: boolean) =>
        `${isOnly ? '' : 'The newest has '}${formatCount(contributions)} of ${formatCount(needed)} contributions so far. Contribute, or remind the other participants.`,
    },
    link: 'Joint computation',
  },

  calls: {
    title: (count: number) => (count === 1 ? 'A call is open' : `${formatCount(count)} calls are open`),
    detail: (names: string, isOnly: boolean) =>
      `${isOnly ? 'With' : 'The newest is with'} ${names}. Each further minute costs units. Join or end the call.`,
    link: 'Calls',
  },

  enrolments: {
    title: (count: number) =>
      count === 1
        ? 'An enrolled key can no longer be verified'
        : `${formatCount(count)} enrolled keys can no longer be verified`,
    detail: (purpose: string, attempts: number, isOnly: boolean) =>
      `${isOnly ? '' : 'The first is '}${purpose}: ${counted(attempts, 'attempt', 'attempts')} did not match. Find out who tried, delete the enrolment, and enrol the key again.`,
    link: 'Enrolled keys',
  },

  ckks: {
    title: {
      ending: (count: number) =>
        count === 1 ? 'A CKKS session ends soon' : `${formatCount(count)} CKKS sessions end soon`,
      ended: (count: number) =>
        count === 1 ? 'A CKKS session has ended' : `${formatCount(count)} CKKS sessions have ended`,
    },
    detail: {
      ending: (isOnly: boolean) =>
        `Decrypt what you need before ${isOnly ? 'it ends' : 'they end'}: nobody can decrypt it later.`,
      ended: (isOnly: boolean) =>
        `Nobody can decrypt ${isOnly ? 'its' : 'their'} ciphertexts any more: the keys are deleted. Start a new session to go on.`,
    },
    link: 'Encrypted compute',
  },

  keySets: {
    title: (id: string, trouble: string) => `Key set ${id} ${trouble}`,
    serviceTitle: (id: string, trouble: string) => `Key set ${id} of this service ${trouble}`,
    detail: (from: string, meaning: string) => `${from}. ${meaning}`,
    revoked: { words: 'is revoked', meaning: 'Nothing signed with this set is accepted.' },
    partly: { words: 'contains a revoked key', meaning: 'Signatures made with that key are not accepted.' },
    over: { words: 'has expired', meaning: 'New signatures under this set do not count.' },
    ends: (when: string) => `expires ${when}`,
    endsMeaning: 'A successor is needed before then.',
    link: 'Trust',
    serviceLink: 'Public keys',
  },

  apiKeys: {
    title: (name: string, email: string, when: string) => `API key ${name} of ${email} expires ${when}`,
    rotated: 'This key was rotated: programs that still use it need the new key.',
    active: 'Programs that use this key stop working then. Rotate the key or let it expire.',
    link: 'API key',
    more: (count: number, most: number) =>
      `${formatCount(count)} more API ${count === 1 ? 'key expires' : 'keys expire'} within ${most} days`,
    moreDetail: 'They expire later than those above.',
    moreLink: 'Accounts',
  },

  units: {
    none: (email: string) => `${email} has no units left`,
    few: (email: string, credits: number) => `${email} has ${counted(credits, 'unit', 'units')} left`,
    noneDetail: 'Operations that cost units are refused.',
    pace: (count: number) =>
      `At the pace of the last 7 days they last ${count < 1 ? 'less than a day' : `about ${days(Math.floor(count))}`}.`,
    unspent: 'Nothing was spent in the last 7 days.',
    link: 'Account',
    more: (count: number) =>
      `${formatCount(count)} more ${count === 1 ? 'account has' : 'accounts have'} few units left`,
    moreDetail: 'Sort the accounts by units.',
    moreLink: 'Accounts',
  },

  audit: {
    never: 'Audit log not verified yet',
    neverDetail: 'Verify it and note its last hash somewhere else.',
    broken: (entry: number) => `The audit log is broken at entry ${formatCount(entry)}`,
    brokenDetail: 'This was found by the last verification here.',
    old: (count: number) => `The audit log was last verified ${days(count)} ago`,
    oldDetail: 'The log was intact then.',
    link: 'Audit log',
  },

  backup: {
    none: 'No backup yet',
    noneDetail: `Without a backup, everything on this server is lost with its disk. ${ELSEWHERE}`,
    old: (count: number) => `The last backup was made ${days(count)} ago`,
    elsewhere: ELSEWHERE,
    link: 'Backup',
  },

  expiry: {
    heading: 'Coming up',
    lead: 'Key sets and API keys that expire, and secrets to rotate, over the next 12 months.',
    title: 'What expires or is due',
    caption: 'What expires or is due, soonest first',
    lanes: { keySets: 'Key sets', apiKeys: 'API keys', secrets: 'Secrets' },
    kinds: { keySets: 'Key set expires', apiKeys: 'API key expires', secrets: 'Secret to rotate' },
  },

  checks: {
    heading: 'Recent verifications',
    clear: 'Clear list',
    cleared: 'The list of recent verifications is empty',
    none: 'None in this window.',
    kept: 'Kept for this window only, without the files. The list is deleted when the window closes or locks.',
    kinds: {
      artifact: 'Artifact',
      receipt: 'Receipt',
      signature: '3-key signature',
      session: 'Agent session',
      node: 'Agent receipt',
      log: 'Export of the log',
      proof: 'Privacy proof',
      grade: 'Code grade',
      statement: 'Statement of a service',
      files: 'Several files; the worst outcome',
      unknown: 'Not recognised',
    },
    demo: 'demo keys',
    hash: 'SHA-256',
    gone: 'File not kept',
    open: 'Open again',
    openOne: (name: string) => `Open again: ${name}`,
  },

  newest: {
    artifacts: 'Newest artifacts',
    allArtifacts: 'All artifacts',
    noArtifacts: 'No artifacts yet',
    receipts: 'Newest receipts',
    allReceipts: 'All receipts',
    noReceipts: 'No receipts yet',
    unknown: 'Not known now',
  },
} as const;
