// Makes node:crypto answer as it does in Electron, where BoringSSL stands in OpenSSL's place: `node --require boringssl.cjs`.
// Threads load it too. What is missing there:
//   SHA-3 and other digests     nodejs/node#60374, electron/electron#24812, #30530
//   SLH-DSA, ML-KEM-512, Argon2 nodejs/node#63255: BoringSSL has ML-DSA, ML-KEM-768 and -1024 alone; test/common/crypto.js
//   ML-DSA and ML-KEM           until that change; BORINGSSL=classical leaves them out
//   ciphers beside AES-CBC, -CTR, -GCM and ChaCha20: electron/electron#16195
const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

const IS_CLASSICAL = process.env.BORINGSSL === 'classical';
const DIGESTS = /^(rsa-)?(md5|sha-?1|sha-?2?-?(224|256|384|512)|sha512-256)$/i;
const CIPHERS = /^(id-)?aes-?(128|192|256)-(cbc|ctr|gcm|ecb)$|^chacha20-poly1305$/i;
const KEY_TYPES = IS_CLASSICAL
  ? /^(rsa|rsa-pss|ec|ed25519|x25519|dsa)$/
  : /^(rsa|rsa-pss|ec|ed25519|x25519|dsa|ml-dsa-(44|65|87)|ml-kem-(768|1024))$/;

/** Refuses calls one of whose arguments names what BoringSSL does not have. */
function only(name, isThere, algorithmOf, message) {
  const original = crypto[name];
  crypto[name] = function (...args) {
    const algorithm = algorithmOf(args);
    if (typeof algorithm === 'string' && !isThere.test(algorithm)) {
      throw Object.assign(new Error(message), { code: 'ERR_OSSL_EVP_UNSUPPORTED' });
    }
    return original.apply(this, args);
  };
}

for (const name of ['hash', 'createHash', 'createHmac', 'hkdf', 'hkdfSync']) {
  only(name, DIGESTS, ([digest]) => digest, 'Digest method not supported');
}
for (const name of ['pbkdf2', 'pbkdf2Sync']) only(name, DIGESTS, (args) => args[4], 'Digest method not supported');
for (const name of ['sign', 'verify']) {
  only(name, DIGESTS, ([digest]) => digest ?? undefined, 'Invalid digest');
  only(
    name,
    KEY_TYPES,
    (args) => (args[2]?.key ?? args[2])?.asymmetricKeyType,
    'operation not supported for this keytype',
  );
}
for (const name of ['createCipheriv', 'createDecipheriv']) only(name, CIPHERS, ([cipher]) => cipher, 'Unknown cipher');
for (const name of ['generateKeyPair', 'generateKeyPairSync']) {
  only(name, KEY_TYPES, ([type]) => type, "The argument 'type' must be a supported key type");
}
for (const name of ['createPublicKey', 'createPrivateKey']) {
  only(name, KEY_TYPES, ([key]) => key?.asymmetricKeyType, 'unsupported key type');
  const raw = crypto[name];
  // Of DER and JWK the type is known when they are read.
  crypto[name] = function (...args) {
    const key = raw.apply(this, args);
    if (!KEY_TYPES.test(key.asymmetricKeyType)) throw new Error('unsupported key type');
    return key;
  };
}
delete crypto.argon2;
delete crypto.argon2Sync;
if (IS_CLASSICAL) {
  delete crypto.encapsulate;
  delete crypto.decapsulate;
}
Object.defineProperty(process.features, 'openssl_is_boringssl', { value: true });
syncBuiltinESMExports();
