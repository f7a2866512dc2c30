/** Deals a key among the participants of a ceremony (S10). Runs in a worker: 255 participants take a while. */
import { api } from '@touchstone/core/api/api.ts';
import type { InputOf, OutputOf } from '@touchstone/core/api/endpoint.ts';
import { toBase64, wipe } from '@touchstone/core/bytes.ts';
import { type ShareKem, sealShare, shareKemOf } from '@touchstone/core/ceremony/sealed-share.ts';
import { dealKey, type KeyShare } from '@touchstone/core/ceremony/shares.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import type { Signer } from '@touchstone/core/sign/family.ts';
import type { MlDsaAlgorithm } from '@touchstone/core/sign/ml-dsa-expanded.ts';
import { kem } from '../crypto/kem.ts';
import { bodyCheck } from '../frame/body-check.ts';
import { byteLengthOf, bytesIn } from '../frame/decode-base64.ts';
import { invalid } from '../frame/errors.ts';
import { jobsOf, type Work } from '../frame/work.ts';
import { passesModulusCheck } from '../ml-kem/work.ts';

export type CeremonyBody = InputOf<typeof api.crypto.ceremony.init>['body'];
type AnsweredShare = OutputOf<typeof api.crypto.ceremony.init>['participant_shares'][number];

export interface Dealt {
  readonly algorithm: MlDsaAlgorithm;
  readonly publicKey: Uint8Array;
  readonly shares: readonly AnsweredShare[];
}

interface RecipientKey {
  readonly kem: ShareKem;
  readonly publicKey: Uint8Array;
}

/** The keys of the participants; null where there are none. Throws INVALID_REQUEST for a body that no state would take. */
function ceremonyInput({ participants, threshold, participant_public_keys: keys }: CeremonyBody) {
  if (threshold > participants) throw invalid('threshold', '`threshold` must be at most `participants`.');
  if (keys === undefined) return null;
  if (keys.length !== participants) {
    throw invalid('participant_public_keys', '`participant_public_keys` must have one key for each participant.');
  }
  const recipients = keys.map(recipientKey);
  const repeated = keys.findIndex((key, index) => keys.indexOf(key) < index);
  if (repeated >= 0) {
    const field = `participant_public_keys.${repeated}`;
    throw invalid(field, `\`${field}\` is the key of another participant too: each needs one of his own.`);
  }
  return recipients;
}

function recipientKey(text: string, index: number): RecipientKey {
  const field = `participant_public_keys.${index}`;
  const algorithm = shareKemOf(byteLengthOf(text));
  const publicKey = algorithm === null ? null : bytesIn(field, text);
  if (algorithm !== null && publicKey !== null && passesModulusCheck(publicKey)) return { kem: algorithm, publicKey };
  throw invalid(field, `\`${field}\` must be an ML-KEM-768 or ML-KEM-1024 public key of 1184 or 1568 bytes.`);
}

/** Makes the key, splits it and wipes it; seals the shares where participants have keys. */
async function dealCeremony(
  project: string,
  body: CeremonyBody,
  signer: Pick<Signer, 'generateKeyPair'>,
): Promise<Dealt> {
  const recipients = ceremonyInput(body);
  const algorithm = body.algorithm === 'dilithium' ? 'ML-DSA-65' : body.algorithm;
  const { publicKey, shares } = await dealKey(algorithm, body.participants, body.threshold, signer);
  try {
    const answered: AnsweredShare[] = [];
    for (const share of shares) {
      const recipient = recipients?.[share.participant - 1];
      const text = recipient === undefined ? toBase64(share.share) : await sealed(project, body, recipient, share);
      answered.push({ participant: share.participant, share: text, commitment: share.commitment });
    }
    return { algorithm, publicKey, shares: answered };
  } finally {
    wipe(...shares.map(({ share }) => share));
  }
}

async function sealed(
  project: string,
  { ceremony_id: ceremonyId }: CeremonyBody,
  { kem: algorithm, publicKey }: RecipientKey,
  { participant, share }: KeyShare,
): Promise<string> {
  const holder = { project, ceremonyId, participant };
  const text = await sealShare(kem, systemRandom, algorithm, publicKey, holder, share);
  if (text === null) throw new TypeError('internal: a key that passed its check was refused');
  return text;
}

type Init = typeof api.crypto.ceremony.init;

/** The facts are the id of the project. Chosen is what is public. */
export const dealWork: Work<Init, Pick<CeremonyBody, 'ceremony_id' | 'participants' | 'threshold'>, string, Dealt> = {
  operation: api.crypto.ceremony.init,
  choose: ({ ceremony_id, participants, threshold }) => ({ ceremony_id, participants, threshold }),
  run: (body, project, { signer }) => dealCeremony(project, body, signer),
  isHeavy: () => true,
};

export const checks = [bodyCheck(api.crypto.ceremony.init, (body) => void ceremonyInput(body))] as const;

export const jobs = jobsOf(dealWork);
