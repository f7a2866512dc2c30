/** A receipt's members without real signatures, for what never verifies. */
import { toBase64, toHex, utf8 } from '@touchstone/core/bytes.ts';
import { sha3_256 } from '@touchstone/core/hash.ts';
import { encodeCompactReceipt, encodeHandle } from '@touchstone/core/receipt/handle.ts';
import { encodeSubstrate, onChainHash } from '@touchstone/core/receipt/substrate.ts';
import type { Receipt } from '../../../../src/pages/issue/receipts/receipt-name.ts';

export const TIME = Date.UTC(2026, 4, 6, 7, 8, 9, 10);

const payloadHash = sha3_256(utf8('payload'));
const substrate = encodeSubstrate({
  computationType: 0x10,
  payloadHash,
  timestampMs: BigInt(TIME),
  nonce: new Uint8Array(16).fill(7),
});
const compact = encodeCompactReceipt(new Uint8Array(32).fill(9), BigInt(TIME));

export const RECEIPT: Receipt = {
  receipt_id: 'rcp_0123456789abcdef',
  handle: toHex(encodeHandle(onChainHash(substrate), compact)),
  commitment: toHex(payloadHash),
  on_chain_hash: toHex(onChainHash(substrate)),
  substrate_hex: toHex(substrate),
  receipt_hex: toHex(compact),
  computation_type: 0x10,
  issued_at: '2026-05-06T07:08:09.010Z',
  signatures: {
    ml_dsa_65: toBase64(new Uint8Array(3309)),
    falcon_512: toBase64(new Uint8Array(666)),
    slh_dsa_sha2_128f: toBase64(new Uint8Array(17088)),
  },
  keyset_id: 'ks_0123456789ab',
  verification_url: '/v1/receipts/rcp_0123456789abcdef',
};
