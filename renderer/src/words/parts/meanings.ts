/** What each outcome and code means and what can be done. Exhaustive by type. */
import type { AgentCode, AgentFileKind, OutcomeCode } from '@touchstone/core/verdict/verification-report.ts';

export interface Meaning {
  readonly means: string;
  readonly canBeDone: string;
}

const VERIFIED_MEANING: Meaning = {
  means:
    'The file is exactly what the issuer signed. Three independent signature algorithms agree, and you trust the keys. It does not prove that what the issuer states is true.',
  canBeDone: 'Save or print the report and keep it beside the file. Compare the file hashes when you pass the file on.',
};

/** Codes that mean the same for every kind of file. */
const COMMON_MEANINGS = {
  READ: {
    means: 'The file could not be opened, so nothing in it was checked.',
    canBeDone: 'Check that the file exists and that you may read it, then try again.',
  },
  INTERNAL: {
    means: 'The verifier failed and could not check this file. This says nothing about the file.',
    canBeDone: 'Report this to the makers of Touchstone and check the file with another version.',
  },
  KEY_SUPERSEDED: {
    means:
      'The signatures verify under an older edition of the key set. That edition was replaced, and nothing shows that it was still current when the file was signed.',
    canBeDone: 'Ask the issuer for a file that is signed under the current edition.',
  },
  TIME_AHEAD: {
    means: "The signed time is more than five minutes ahead of this computer's clock.",
    canBeDone: "Check this computer's clock. If it is right, ask the issuer about the time.",
  },
} as const satisfies Partial<Record<OutcomeCode & AgentCode, Meaning>>;

const MEANINGS: Readonly<Record<OutcomeCode, Meaning>> = {
  ...COMMON_MEANINGS,
  PILLAR_UNKNOWN: {
    means: 'An attestation in the file reports a result that this verifier does not know.',
    canBeDone: 'Read the attestation that is named below, and ask the issuer what its result means.',
  },
  FORMAT: {
    means: 'The file does not have the form of a verified artifact or a receipt, so nothing in it was checked.',
    canBeDone: 'Fetch the file again from its source. Editors, mail gateways and copy and paste can change a file.',
  },
  HASH_MISMATCH: {
    means: 'Something inside the file was changed after its hashes were made. The signatures no longer cover it.',
    canBeDone:
      'Do not rely on this file. Ask the issuer for the original; the failed checks below show which part differs.',
  },
  SUMMARY_MISMATCH: {
    means: 'The summary that people read was changed; the signed part of the file says otherwise.',
    canBeDone: 'Do not rely on this file, above all not on its summary. Ask the issuer for the original.',
  },
  ISSUED_AT_MISMATCH: {
    means: 'The time of issue shown in the file is not the time that was signed.',
    canBeDone: 'Do not rely on this file. Ask the issuer for the original.',
  },
  ARTIFACT_ID_MISMATCH: {
    means: 'The identifier of the file belongs to other contents.',
    canBeDone: 'Do not rely on this file. Ask the issuer for the artifact with this identifier.',
  },
  CYCLE_MISMATCH: {
    means: 'An attestation of another cycle is in this file.',
    canBeDone: 'Do not rely on this file. Ask the issuer why the cycles differ.',
  },
  SIGNATURE_INVALID: {
    means:
      'You trust keys of exactly this issuer and principal, and a signature in the file was not made by them over these contents.',
    canBeDone:
      'Do not rely on this file. Check that your key set is the current one; if it is, ask the issuer and keep the file as evidence.',
  },
  PILLAR_FAILED: {
    means: 'The file is intact, but one of its five attestations itself reports a failure.',
    canBeDone: 'Read the failed attestation below and ask the issuer about it. The file itself is genuine.',
  },
  SIGNER_NOT_TRUSTED: {
    means:
      'Nothing is wrong with the file as far as it could be checked, but you have not pinned a key set of this issuer and principal, so the signatures prove nothing to you yet.',
    canBeDone:
      'Get the key set (.pqkeys.json) of this issuer through a channel you trust, compare its fingerprint, and import it. This result then updates by itself.',
  },
  KEY_REVOKED: {
    means: 'The signatures verify, but a key that made them was revoked. Whoever holds that key could have made them.',
    canBeDone: 'Ask the issuer for an artifact that is signed with its current keys.',
  },
  KEY_NOT_VALID: {
    means: 'The signatures verify, but the keys were not valid at the time that counts.',
    canBeDone: 'Ask the issuer for its current key set, or for an artifact signed within the period of the keys.',
  },
  PLACEHOLDER: {
    means: 'One of the five attestations is a placeholder: the evidence is still to come.',
    canBeDone: 'Wait for the complete artifact. This one says nothing about the missing part.',
  },
  NO_SIGNATURE: {
    means: 'The contents agree with their hashes, but nobody has signed them. Anyone could have made this file.',
    canBeDone: 'Ask the issuer for the artifact after its signing ceremony.',
  },
  PARTLY_SIGNED: {
    means: 'Every signature in the file is valid, but not all three have been made.',
    canBeDone: 'Ask the issuer for the artifact after its signing ceremony is complete.',
  },
  NO_PAYLOAD: {
    means: 'The file holds signatures only. Whether they are about what you have is known once you give it.',
    canBeDone: 'Give what was signed below, as a file or as text.',
  },
};

const VERIFIED_RECEIPT: Meaning = {
  means:
    'The receipt is exactly what the service signed, at the time that it names. Three independent signature algorithms agree, and you trust the keys. A receipt speaks of its payload by a hash only.',
  canBeDone: 'Give the payload below to check that this receipt belongs to it. Save or print the report.',
};

/** Where a receipt's outcome means something else than an artifact's. */
const RECEIPT_MEANINGS: Partial<Readonly<Record<OutcomeCode, Meaning>>> = {
  HASH_MISMATCH: {
    means:
      'Two hashes differ that must be the same: either the receipt was changed, or the payload that you gave is not the one it was made for.',
    canBeDone: 'See which check failed. Ask the service for the receipt again, or look for the right payload.',
  },
  ISSUED_AT_MISMATCH: {
    means: 'The times in the receipt do not agree with each other.',
    canBeDone: 'Do not rely on this receipt. Ask the service for the original.',
  },
  NO_SIGNATURE: {
    means:
      'The parts of the receipt agree with each other, but the file carries no signatures. Anyone could have made it.',
    canBeDone: 'Ask the service for the whole receipt (.pqr.json), by its receipt id or handle.',
  },
  SIGNER_NOT_TRUSTED: {
    means:
      'Nothing is wrong with the receipt as far as it could be checked, but no key set that you trust has the stated id, so the signatures prove nothing to you yet.',
    canBeDone:
      'Get the key set (.pqkeys.json) of the service through a channel you trust, compare its fingerprint, and import it. This result then updates by itself.',
  },
};

const VERIFIED_SIGNATURE: Meaning = {
  means:
    'The service signed exactly these bytes. Three independent signature algorithms agree, and you trust the keys. It says nothing about who sent them to the service, or when.',
  canBeDone: 'Save or print the report, and keep it beside the signature and what was signed.',
};

/** Where the outcome of a 3-key signature means something else than an artifact's. */
const SIGNATURE_MEANINGS: Partial<Readonly<Record<OutcomeCode, Meaning>>> = {
  FORMAT: {
    means: 'The file does not have the form of a 3-key signature, so nothing in it was checked.',
    canBeDone: 'Save the answer of the signing again. Editors and copy and paste can change a file.',
  },
  HASH_MISMATCH: {
    means:
      'What you gave is not what was signed: the hashes differ. The signatures may still hold over something else.',
    canBeDone: 'Look for the exact bytes that were signed: every space, line break and byte order mark counts.',
  },
  SIGNATURE_INVALID: {
    means:
      'A key set that you trust made some of the signatures, but not all of them. A valid part says nothing about the rest.',
    canBeDone: 'Do not rely on this file. Ask for the signature again, and keep this file as evidence.',
  },
  SIGNER_NOT_TRUSTED: {
    means:
      'No key set that you trust made any of the three signatures. They may come from a signer you do not know, or be invalid: nobody can tell without the keys.',
    canBeDone:
      'Get the 3-key set (.pqkeys.json) of the service through a channel you trust, compare its fingerprint, and import it. This result then updates by itself.',
  },
  KEY_REVOKED: {
    means: 'The signatures verify, but a key that made them was revoked. Whoever holds that key could have made them.',
    canBeDone: 'Ask for a signature that is made with the current keys of the service.',
  },
  KEY_NOT_VALID: {
    means: 'The signatures verify, but the key set is not valid today, and no signed time says when they were made.',
    canBeDone: 'Ask for a signature that is made with the current keys of the service.',
  },
};

const VERIFIED_AGENT: Readonly<Record<AgentFileKind, Meaning>> = {
  session: {
    means:
      'Every receipt of the session is as the service recorded it, and its seal, which you trust, shows that none is missing. The service holds the keys of agents: it recorded this for the API key that called. What the agent did not report is not covered.',
    canBeDone:
      'Save or print the report and keep it beside the bundle. Sessions that it delegated to are bundles of their own.',
  },
  node: {
    means:
      'The receipt is as the service recorded it, and belongs to what the service has signed. It does not prove that the act took place, nor that the session is complete.',
    canBeDone: 'Export the session as a bundle (.pqs.json) to see what comes before and after it.',
  },
  log: {
    means:
      'Every head was signed by keys that you trust, and each tree holds all leaves of the one before: between these heads nothing was taken out or changed.',
    canBeDone: 'Keep the newest head elsewhere, and compare it with heads that others hold.',
  },
  proof: {
    means:
      'Somebody knows a hidden value that fits the claim, and a service that you trust signed that it issued this proof. It does not show that the value is true, nor who shows you the proof.',
    canBeDone:
      'Compare bounds, nonce and subject with what you asked for. Ask the service whether the commitment is anchored.',
  },
  grade: {
    means:
      'Score and letter are proven to follow from the six dimensions, and the grade was signed by keys that you trust. The scores are self-reported: that they are those of the files was not checked.',
    canBeDone: 'Whoever has the files can grade them again with `touchstone grade` and compare the file root.',
  },
  statement: {
    means:
      'A service that you trust signed exactly this statement, and its members fit each other as far as that can be checked. It does not show that the statement is true.',
    canBeDone: 'Keep the file beside what it is about. What it does not show is listed below.',
  },
};

/** Codes of files of agents, and codes that mean something else there than in an artifact. */
const AGENT_MEANINGS: Readonly<Record<AgentCode, Meaning>> = {
  ...COMMON_MEANINGS,
  KEY_REVOKED: {
    means:
      'The signatures of the service verify, but one of its keys was revoked. Whoever holds that key could have made this file.',
    canBeDone: 'Ask the service for the file again, signed with its current keys.',
  },
  KEY_NOT_VALID: {
    means: 'The signatures verify, but the keys of the service were not valid at the time that counts.',
    canBeDone: 'Ask the service for its current key set.',
  },
  FORMAT: {
    means: 'The file does not have the form of what it says it is, so nothing in it was checked.',
    canBeDone: 'Export it again. Editors, mail gateways and copy and paste can change a file.',
  },
  CHAIN_BROKEN: {
    means: 'A receipt was removed, added, moved or changed: the chain of hashes does not close.',
    canBeDone:
      'Do not rely on this file. The first receipt that does not hold is named below; ask for the bundle again.',
  },
  ISSUED_AT_MISMATCH: {
    means: 'A receipt of the seal states another time than the one that was signed.',
    canBeDone: 'Do not rely on this file. Ask the service for it again.',
  },
  HASH_MISMATCH: {
    means: 'Something in the file was changed after it was hashed.',
    canBeDone: 'Do not rely on this file. The failed checks below show which part differs.',
  },
  SIGNATURE_INVALID: {
    means: 'A signature in the file was not made over these contents by the key that it names.',
    canBeDone: 'Do not rely on this file. Keep it as evidence and ask the service that made it.',
  },
  SEAL_MISMATCH: {
    means: 'The seal was made for another session than the one in the file: receipts were left out, added or changed.',
    canBeDone: 'Do not rely on this file. Ask the service for the whole session.',
  },
  LOG_MISMATCH: {
    means: 'What the file shows of the log contradicts a head that the service signed: the log was cut or changed.',
    canBeDone: 'Keep this file: together with a head that others hold it shows that somebody was shown another log.',
  },
  RECORD_MISMATCH: {
    means: 'What the service signed is about another proof, or says that the claim did not hold.',
    canBeDone: 'Do not rely on this file. Ask the service for the proof again.',
  },
  STATEMENT_MISMATCH: {
    means: 'The members of the statement contradict each other: no service that follows the protocol signs this.',
    canBeDone: 'Do not rely on this file. The failed checks below show which members differ.',
  },
  PROOF_INVALID: {
    means: 'The proof does not hold for what the file states: one of the two was changed.',
    canBeDone: 'Do not rely on this file. Ask for it again from whoever made it.',
  },
  EXPIRED: {
    means: 'The proof was good until a moment that has passed, by the clock of this computer.',
    canBeDone: 'Ask for a new proof.',
  },
  GRADE_MISMATCH: {
    means: 'The grade does not add up: dimensions, score and letter do not follow from each other.',
    canBeDone: 'Do not rely on this file. The failed checks below show what it should say.',
  },
  SCOPE_EXCEEDED: {
    means: 'The session did, or was given, more than its scope permits.',
    canBeDone: 'Ask the service why this was recorded as permitted; the failed checks name the receipt.',
  },
  SIGNER_NOT_TRUSTED: {
    means:
      'Nothing is wrong with the file as far as it could be checked, but no service key set that you trust has the stated id. Until then it shows only that it agrees with itself.',
    canBeDone:
      'Get the key set (.pqkeys.json) of the service through a channel you trust, compare its fingerprint, and import it. This result then updates by itself.',
  },
  NO_SIGNATURE: {
    means:
      'The parts of the file agree with each other, but its seal carries no signatures. Anyone could have made it.',
    canBeDone: 'Export it again after the service has sealed it.',
  },
  NOT_BOUND: {
    means:
      'What is there agrees with itself, but the file does not carry the seal that binds the receipt to a key that you trust. Anyone could have made it.',
    canBeDone: 'Save the proof again after its session is sealed, or export the whole session as a bundle (.pqs.json).',
  },
  NOT_SEALED: {
    means:
      'What is there is intact, but nothing fixes how many receipts there should be: some could be missing at the end.',
    canBeDone: 'Export it again after the session has ended or expired; the service seals it then.',
  },
};

export const words = {
  verified: { artifact: VERIFIED_MEANING, receipt: VERIFIED_RECEIPT, signature: VERIFIED_SIGNATURE, ...VERIFIED_AGENT },
  codes: MEANINGS,
  receipt: RECEIPT_MEANINGS,
  signature: SIGNATURE_MEANINGS,
  agent: AGENT_MEANINGS,
} as const;
