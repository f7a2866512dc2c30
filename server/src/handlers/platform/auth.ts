import { api } from '@touchstone/core/api/api.ts';
import { fromBase64, toBase64 } from '@touchstone/core/bytes.ts';
import { isJsonObject, type JsonValue } from '@touchstone/core/canonical-json.ts';
import type { Random } from '@touchstone/core/random.ts';
import type { SignatureProvider } from '@touchstone/core/sign/provider.ts';
import { parseStrictJson } from '@touchstone/core/strict-json.ts';
import { type Clock, formatIsoTime } from '@touchstone/core/time.ts';
import type { Product } from '../../frame/build-facts.ts';
import { byteLengthOf, bytesIn } from '../../frame/decode-base64.ts';
import { ApiError, invalid } from '../../frame/errors.ts';
import { newId } from '../../frame/ids.ts';
import { implement } from '../../frame/implement.ts';
import { type ConsoleName, consoleOrigin } from '../../frame/own-address.ts';
import { type Assertion, credentialThatAnswered } from '../../platform/device-answers.ts';
import { openPlatformSession } from '../../platform/sessions.ts';
import { insertChallenge } from '../../platform/store/challenges.ts';
import { deviceCredentialsOf } from '../../platform/store/credentials.ts';
import { findPlatformUser, insertPlatformUser, type PlatformUser } from '../../platform/store/users.ts';
import type { SettingsAccess } from '../../settings/settings.ts';
import type { Db } from '../../store/engine.ts';

export interface Needs {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly signer: SignatureProvider;
  readonly settings: SettingsAccess;
  readonly product: Product;
  readonly consoleName: ConsoleName;
  readonly allowedHosts: () => ReadonlySet<string>;
}

const CHALLENGE_BYTES = 32;
/** Three members of 64 KiB each, twice in base64. */
const MOST_CREDENTIAL_BYTES = 400_000;

export const auth = implement(api.platform.auth)<Needs>({
  async register({ deps, caller, write }, { body: { email, displayName, biometric } }) {
    const user: PlatformUser = {
      id: newId('usr', deps.random),
      project_id: caller.projectId,
      email,
      display_name: displayName,
      biometric: biometric === undefined ? null : JSON.stringify(biometric),
      created_at: deps.clock(),
    };
    const { platform_session_seconds: seconds } = await deps.settings.read();
    return write(async (db) => {
      if (!(await insertPlatformUser(db, user))) {
        throw new ApiError('CONFLICT', 'This e-mail address is already registered.', { field: 'email' });
      }
      return { user: userAnswer(user), session: await openPlatformSession(db, deps, { userId: user.id, seconds }) };
    });
  },

  async challenge({ deps, caller, write }, { query: { userId } }) {
    const user = userId === undefined ? null : await findPlatformUser(deps.db, caller.projectId, userId);
    if (userId !== undefined && user === null) throw new ApiError('NOT_FOUND', 'There is no such user.');
    const now = deps.clock();
    const id = newId('chl', deps.random);
    const challenge = deps.random(CHALLENGE_BYTES);
    const expiresAt = now + (await deps.settings.read()).platform_challenge_seconds * 1_000;
    const row = { id, project_id: caller.projectId, user_id: user?.id ?? null, challenge, expires_at: expiresAt };
    await write((db) => insertChallenge(db, row, now));
    const { rpId } = deps.consoleName;
    const credentials = user === null ? [] : await deviceCredentialsOf(deps.db, user.id);
    const isUsable = ({ form, rp_id }: (typeof credentials)[number]) => form === 'raw' || rp_id === rpId;
    return {
      challenge: id,
      publicKey: {
        challenge: toBase64(challenge),
        rp: { name: deps.product.name, id: rpId },
        user: { id: user?.id ?? '', name: user?.email ?? '', displayName: user?.display_name ?? '' },
        userVerification: 'required',
        ...(user === null
          ? {}
          : { allowCredentials: credentials.filter(isUsable).map(({ id }) => ({ type: 'public-key' as const, id })) }),
      },
      origin: consoleOrigin(deps.consoleName, deps.allowedHosts()),
      ...(user === null ? {} : { enrolAgain: credentials.filter((one) => !isUsable(one)).map(({ id }) => id) }),
      expiresAt: formatIsoTime(expiresAt),
    };
  },

  async login({ deps, caller, write }, { body: { challenge, biometricData } }) {
    const { type } = biometricData;
    const answer = { challenge, assertion: assertionIn(biometricData.credential), type };
    const { platform_session_seconds: seconds } = await deps.settings.read();
    const signedIn = await write(async (db) => {
      const credential = await credentialThatAnswered(db, deps, caller.projectId, answer);
      if (credential === null) return null;
      const user = await findPlatformUser(db, caller.projectId, credential.user_id);
      if (user === null) throw new TypeError('internal: a device credential without its user');
      return { user: userAnswer(user), session: await openPlatformSession(db, deps, { userId: user.id, seconds }) };
    });
    // After the transaction: a challenge is spent by a failed attempt too.
    if (signedIn === null) {
      throw new ApiError(
        'UNAUTHORIZED',
        'The challenge was not answered by an enrolled credential. Ask for a new one.',
      );
    }
    return signedIn;
  },
});

function userAnswer({ id, email, display_name: displayName, created_at }: PlatformUser) {
  return { id, email, displayName, createdAt: formatIsoTime(created_at) };
}

const FIELD = 'biometricData.credential';

/** Throws INVALID_REQUEST unless the member decodes to JSON `{id, signature, clientData}`, three texts in base64. */
function assertionIn(text: string): Assertion {
  const parsed = byteLengthOf(text) > MOST_CREDENTIAL_BYTES ? null : parseStrictJson(bytesIn(FIELD, text));
  const value = parsed?.ok === true && isJsonObject(parsed.value) ? parsed.value : {};
  const { id, signature, clientData, ...others } = value;
  if (isBase64(id) && isBase64(signature) && isBase64(clientData) && Object.keys(others).length === 0) {
    return { id, signature, clientData };
  }
  throw invalid(FIELD, `\`${FIELD}\` must decode to JSON {id, signature, clientData}, each in base64.`);
}

function isBase64(value: JsonValue | undefined): value is string {
  return typeof value === 'string' && fromBase64(value) !== null;
}
