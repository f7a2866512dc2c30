import type { ReactNode } from 'react';
import { formatCount } from '../../lib/format.ts';
import { commandKeys } from '../../lib/text/platform-keys.ts';
import { rich } from '../rich.ts';

/** The Proofs page. */
export const words = {
  title: 'Proofs',
  one: 'Proof',
  lead: 'Prove that a claim holds without showing the value behind it. Others get a commitment of 64 digits and a STARK proof.',

  states: { active: 'Active', expired: 'Expired', unsatisfied: 'Did not hold' },

  badges: {
    embedded: 'embedded',
    embeddedText:
      'The ledger is kept by this server and signed by its own keys. The real thing would be a public network, whose time others witness.',
    selfAsserted: 'self-asserted',
    selfAssertedText:
      'The proof shows that the stated value fits the claim, not that the value is true. Nothing was looked up. The real thing would be a value signed by whoever knows it, such as an identity provider.',
    notAudited: 'not audited',
    notAuditedText:
      'No cryptographer outside this project has reviewed the proof system. The real thing would be an implementation with a published audit.',
  },

  gallery: { title: 'New proof' },

  make: {
    verb: (claim: string) => `New proof: ${claim}`,
    find: 'prove a claim, zero knowledge, STARK',
    send: 'Make proof',
    free: 'Free of charge',
    claim: 'Claim, public',
    value: 'Your value, hidden',
    valueNote: 'The service sees the value once, to make the proof, and keeps none of it.',
    whom: 'For whom',
    nonce: 'Text from the relying party',
    nonceHint:
      'Ask whoever wants the proof for a text of their own. It ties the proof to their request: without it anybody who reads the ledger can present the commitment as their own.',
    nonceWhat: 'text from the relying party',
    subject: 'Subject (optional)',
    subjectHint: 'Whom the claim is about, such as a wallet. It becomes public and readable.',
    subjectWhat: 'subject',
    chain: 'Chain',
    until: 'Valid until',
    untilText: (time: ReactNode, span: string) =>
      rich`${time}, if you make the proof now. A setting of this server: ${span}.`,
    untilUnknown: 'The service sets the end when it makes the proof. The result shows it.',
    busy: 'Proving',
    failed: 'The proof was not made',
    done: (claim: string) => `The proof was made: ${claim}`,
    doneUnsatisfied: 'The claim does not hold: nothing was anchored',
    sampleNonce: 'relying-party-7f31c2',
  },

  list: {
    title: 'Proofs made here',
    label: 'Proofs',
    what: 'The proofs',
    loading: 'Loading the proofs',
    names: ['proof', 'proofs'],
    find: 'Find a proof',
    columns: {
      claim: 'Claim',
      state: 'State',
      kind: 'Kind',
      chain: 'Chain',
      expires: 'Valid until',
      made: 'Made',
      commitment: 'Commitment',
    },
    allStates: 'All states',
    allKinds: 'All kinds',
    none: '–',
    noMatch: 'No proof matches the filters.',
    cut: 'Older proofs are not shown.',
    hint: `Enter opens a row, ${commandKeys('C')} copies the commitment.`,
    facts: { active: 'Active', soon: 'Expire within an hour', expired: 'Expired', unsatisfied: 'Did not hold' },
  },

  empty: {
    title: 'No proofs yet',
    text: 'Choose a claim above. Programs make proofs through the API; they appear here too.',
  },

  detail: {
    loading: 'Loading the proof',
    what: 'The proof',
    missing: 'This server has no such proof',
    missingText: (commitment: ReactNode) =>
      rich`Another service may have made it, or a digit is wrong. You looked for ${commitment}.`,
    other: 'The server answered with another proof',
    otherText: 'The answer is not shown.',
    expired: 'Expired',
    expiredText:
      'The proof is not given out any more, and the commitment is no longer valid. Make a new proof if it is still needed.',
    unsatisfied: 'The claim does not hold: nothing was anchored',
    unsatisfiedText:
      'This is a normal answer. The commitment is on no ledger, has no proof, and is never valid for anybody. Change the claim or the value, and make another proof.',
    again: 'Make another',
    save: 'Save file',
    print: 'Print',
    copy: 'Copy commitment',
    check: 'Check as others do',
    hide: 'Hide',
    ledger: 'Show on the ledger',

    facts: { until: 'Valid until', chain: 'Chain', bits: 'Proven security', size: 'Proof size', source: 'Source' },
    bits: (bits: number) => `${formatCount(bits)} bits`,
    nowhere: 'Not anchored',
    sources: { self: 'Self-asserted', ledger: (chain: string, height: string) => `${chain}, block ${height}` },

    commitment: 'Commitment',
    commitmentLead: 'What you give to the relying party. The ledger holds the commitment alone.',
    commitmentLabel: 'commitment',
    onChain: (bytes: number) => `${formatCount(bytes)} bytes on the chain`,

    validity: 'Validity',
    made: 'Made',
    until: 'Valid until',
    left: (span: string) => `${span} left`,
    over: 'Over',

    sees: 'What the other side sees',
    seesLead: 'What is hidden never leaves this service, which dropped the value after proving.',
    seen: 'Seen',
    hidden: 'Hidden',
    names: {
      claim: 'Claim',
      statement: 'Statement',
      set: 'Allowed values',
      nonce: 'Nonce',
      subject: 'Subject',
      source: 'Where the value comes from',
      value_commitment: 'Commitment to the value',
    },
    nonceNote:
      'The text from the relying party, or a random one where there was none: then anybody who reads the ledger can present this commitment as their own.',
    valueCommitmentNote: 'A salted hash. Nobody can find the value by trying candidates.',
    noSubject: 'Not stated',

    verifying: 'Verifying in this window',
    unverified: 'The proof could not be verified',
    checks: 'Checks',

    raw: 'Public inputs',
    rawLabel: 'the public inputs',
  },

  verify: {
    verb: 'Check a commitment',
    also: 'verify a privacy proof, relying party',
    title: 'Check a commitment',
    note: 'For the relying party. Works without signing in',
    send: 'Check',
    commitment: 'Commitment',
    commitmentWhat: 'commitment',
    commitmentHint: '64 hexadecimal digits. Spaces are ignored.',
    chain: 'Chain',
    expected: 'What you expect',
    expectedNote: 'Anything that you fill in must be exactly so. Leave a field empty to accept anything.',
    kind: 'Claim',
    anyKind: 'Any claim',
    nonce: 'Your text',
    nonceHint: 'The text that you gave for this request. Without it a commitment copied from the ledger passes too.',
    subject: 'Subject',
    subjectHint: 'Whom the claim has to be about.',
    limits: 'Limits',
    limitsHint: 'One a line, as name = value: minimum_age = 18.',
    limitsTrouble: (line: string) => `“${line}” is not of the form name = value.`,
    limitsUnknown: (name: string) => `“${name}” is no public limit of a claim.`,
    busy: 'Asking the ledger',
    failed: 'The commitment could not be checked',

    valid: 'Valid',
    validText: (claim: string, chain: string) =>
      `${claim}. Anchored on ${chain}, not expired, and everything you expect fits.`,
    invalid: 'Not valid',
    reasons: {
      unknown: (chain: string) => `No privacy proof with this commitment is anchored on ${chain}.`,
      expired: 'The proof has expired.',
      differs: 'The proof is not the one that you expect: the comparison shows what differs.',
      notAnchored: (chain: string) => `The commitment is not anchored on ${chain} as a claim that held.`,
    },
    bearer: 'You demanded neither a text of your own nor a subject.',
    bearerText:
      'Anybody who reads the ledger can present this commitment. Give the other side a text, and demand it here.',
    what: 'The answer',
    about: 'What was checked',
    compared: 'Compared with what you expect',
    comparedCaption: 'Members that you expect, and what the proof states',
    textLine: (name: string, expected: string, found: string, result: string) =>
      `${name}: expected ${expected}, found ${found}. ${result}.`,
    columns: { what: 'Member', expected: 'Expected', found: 'Found', result: 'Result' },
    equal: 'Fits',
    different: 'Differs',
    unread: 'Not readable',
    change: 'Change what you expect',
    at: 'Checked',
    until: 'Valid until',
    claim: 'Claim',
    open: 'Open the proof',
  },

  hide: {
    title: 'Hide this proof',
    verb: 'Hide',
    busy: 'Hiding',
    failed: 'The proof was not hidden',
    done: (claim: string) => `The proof is hidden: ${claim}`,
    text: 'The proof leaves the list of this server.',
    stays:
      'The commitment stays on the ledger, and whoever has it can go on looking it up and checking it until it expires.',
  },
} as const;
