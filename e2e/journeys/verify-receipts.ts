/** A receipt made anew for a run, with the key set that signed it. */
import * as nodeCrypto from 'node:crypto';
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { generateKeySet } from '@touchstone/core/keys/generate.ts';
import { algorithmOf, type KeySet, publicKeyBytes } from '@touchstone/core/keys/key-set.ts';
import { systemRandom } from '@touchstone/core/random.ts';
import { encodeCompactReceipt, encodeHandle } from '@touchstone/core/receipt/handle.ts';
import { RECEIPT_ALGORITHMS, type ReceiptSlot, verificationHash } from '@touchstone/core/receipt/receipt.ts';
import { encodeSubstrate, NONCE_LENGTH, onChainHash } from '@touchstone/core/receipt/substrate.ts';
import { nobleBackend } from '@touchstone/core/sign/noble-backend.ts';
import { nodeBackend } from '@touchstone/core/sign/node-backend.ts';
import { createSignatureProvider } from '@touchstone/core/sign/provider.ts';
import { formatIsoTime } from '@touchstone/core/time.ts';

export interface MadeReceipt {
  readonly keySet: KeySet;
  /** The `.pqr.json` file. */
  readonly text: string;
  readonly payload: string;
}

export async function makeReceipt(payload: string): Promise<MadeReceipt> {
  const signer = createSignatureProvider([nodeBackend(nodeCrypto), nobleBackend], systemRandom);
  const now = Date.now() - 60_000;
  const day = 86_400_000;
  const { keySet, secretKeys } = await generateKeySet(
    {
      keyset_id: 'e2e-receipts',
      issuer: 'Touchstone Service',
      principal: 'receipts.e2e.touchstone.example',
      use: 'receipt',
      serial: 1,
      notBefore: now - day,
      notAfter: now + day,
      demo: true,
      algorithms: ['ML-DSA-65', 'FALCON-512', 'SLH-DSA-SHA2-128f'],
    },
    signer,
  );
  const payloadHash = sha3_256(utf8(payload));
  const substrate = encodeSubstrate({
    computationType: 0x10,
    payloadHash,
    timestampMs: BigInt(now),
    nonce: systemRandom(NONCE_LENGTH),
  });
  const hash = onChainHash(substrate);
  const keyOf = (slot: ReceiptSlot) => {
    const key = keySet.keys.find((one) => algorithmOf(one) === RECEIPT_ALGORITHMS[slot]);
    const secret = key === undefined ? undefined : secretKeys.get(key.kid);
    if (key === undefined || secret === undefined) throw new Error(`There is no key for ${slot}.`);
    return { publicKey: publicKeyBytes(key), secret };
  };
  const sign = (slot: ReceiptSlot) => signer.sign(RECEIPT_ALGORITHMS[slot], keyOf(slot).secret, hash);
  const [ml_dsa_65, falcon_512, slh_dsa_sha2_128f] = await Promise.all([
    sign('ml_dsa_65'),
    sign('falcon_512'),
    sign('slh_dsa_sha2_128f'),
  ]);
  const signatures = { ml_dsa_65, falcon_512, slh_dsa_sha2_128f };
  const publicKeys = {
    ml_dsa_65: keyOf('ml_dsa_65').publicKey,
    falcon_512: keyOf('falcon_512').publicKey,
    slh_dsa_sha2_128f: keyOf('slh_dsa_sha2_128f').publicKey,
  };
  const compact = encodeCompactReceipt(verificationHash(hash, publicKeys, signatures), BigInt(now));
  const receipt = {
    receipt_id: 'rcp_e2e0000000000001',
    handle: toHex(encodeHandle(hash, compact)),
    commitment: toHex(payloadHash),
    on_chain_hash: toHex(hash),
    substrate_hex: toHex(substrate),
    receipt_hex: toHex(compact),
    computation_type: 0x10,
    issued_at: formatIsoTime(now),
    signatures: {
      ml_dsa_65: toBase64(ml_dsa_65),
      falcon_512: toBase64(falcon_512),
      slh_dsa_sha2_128f: toBase64(slh_dsa_sha2_128f),
    },
    keyset_id: keySet.keyset_id,
    verification_url: 'https://touchstone.example/receipts/rcp_e2e0000000000001',
  };
  return { keySet, text: JSON.stringify(receipt, null, 2), payload };
}
