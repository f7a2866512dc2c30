/**
 * What the contract's schemas cannot say about a body and what needs nothing but the body. Handlers refuse such bodies
 * themselves; this table lets the frame say so first where the balance is short (order of refusal, decisions section 1).
 */
import { api } from '@touchstone/core/api/api.ts';
import type { Endpoint, InputOf } from '@touchstone/core/api/endpoint.ts';
import { wipe } from '@touchstone/core/bytes.ts';
import { checkAction, checkImported, checkThreshold, checkTool } from '../agents/body-checks.ts';
import { ceremonyInput } from '../ceremony/work.ts';
import { checkAttestBody, checkAuditBody } from '../health/body-checks.ts';
import { chosenScheme } from '../hybrid/work.ts';
import { decryptInput } from '../keys/blob.ts';
import { materialOf, wrapInput } from '../keys/wrapping.ts';
import { checkSignBody } from '../ml-dsa/work.ts';
import { decapsulationInput, encapsulationKey } from '../ml-kem/work.ts';
import { checkReceivedValue } from '../secrets/received.ts';
import { checkFieldNames } from '../storage/work.ts';
import { bytesOf } from '../three-key/work.ts';

/** Throws INVALID_REQUEST for a body that no state of the server would make valid. */
type BodyCheck<E extends Endpoint> = (body: InputOf<E> extends { readonly body: infer B } ? B : never) => void;

const CHECKS = new Map<string, (body: unknown) => void>([
  checkOf(api.signing.svcKey.sign3key, (body) => void bytesOf(body)),
  checkOf(api.signing.svcKey.wrap, (body) => wipe(wrapInput(body).material)),
  checkOf(api.crypto.dilithium.sign, checkSignBody),
  checkOf(api.crypto.kyber.encapsulate, (body) => void encapsulationKey(body)),
  checkOf(api.crypto.kyber.decapsulate, (body) => wipe(decapsulationInput(body).secretKey)),
  checkOf(api.crypto.key.encrypt, ({ key_material }) => wipe(materialOf('key_material', key_material))),
  checkOf(api.crypto.key.decrypt, (body) => void decryptInput(body)),
  checkOf(api.crypto.key.wrap, ({ key_material }) => wipe(materialOf('key_material', key_material))),
  checkOf(api.crypto.key.rotate, (body) => wipe(materialOf('new_key_material', body.new_key_material))),
  checkOf(api.crypto.health.audit, (body) => void checkAuditBody(body)),
  checkOf(api.crypto.health.attest, checkAttestBody),
  checkOf(api.crypto.storage.encryptFields, checkFieldNames),
  checkOf(api.crypto.ceremony.init, (body) => void ceremonyInput(body)),
  checkOf(api.crypto.shield.store, ({ value }) => checkReceivedValue('store', value)),
  checkOf(api.crypto.shield.rotate, ({ new_value }) => checkReceivedValue('rotate', new_value)),
  checkOf(api.agents.actions.attest, checkAction),
  checkOf(api.agents.tools.attest, checkTool),
  checkOf(api.agents.sessions.start, checkImported),
  checkOf(api.agents.approval.request, checkThreshold),
  checkOf(api.crypto.hybrid.sign, (body) => void chosenScheme(body)),
]);

function checkOf<const E extends Endpoint>(operation: E, check: BodyCheck<E>): [string, (body: unknown) => void] {
  // `validate.ts` has held the body against the contract from which the type comes.
  return [operation.id, check as (body: unknown) => void];
}

/** For a body that has passed its contract. */
export function checkBody(operation: Endpoint, body: unknown): void {
  CHECKS.get(operation.id)?.(body);
}
