/**
 * Names of algorithms and what is known of them. Sources: FIPS 203 to 205, SP 800-131A, SP 800-57 part 1, IR 8547 (draft),
 * RFC 7465, 8996, 9142. A name may hold several parts, as cipher suites do; `algorithms.ts` judges them together.
 */

/** The best first. */
export const ALGORITHM_STATUSES = ['recommended', 'acceptable', 'deprecated', 'broken'] as const;
export type KnownStatus = (typeof ALGORITHM_STATUSES)[number];

export type PartKind =
  | 'post-quantum'
  | 'exchange'
  | 'signature'
  | 'either'
  | 'curve'
  | 'cipher'
  | 'hash'
  | 'mac'
  | 'derivation';

export interface Part {
  readonly kind: PartKind;
  readonly status: KnownStatus;
  /** NIST category 1 to 5 against quantum computers as well; 0 where one would break it; null where it has none. */
  readonly level: number | null;
}

interface Pattern {
  /** Over the name in upper case with `-` between its parts. */
  readonly pattern: RegExp;
  readonly part: (numbers: readonly number[], text: string) => Part;
}

/** From the number in the name, for example the bits, to the category. */
function leveled(kind: PartKind, status: KnownStatus, levels: Readonly<Record<number, number>>): Pattern['part'] {
  return ([number = 0]) => ({ kind, status, level: levels[number] ?? null });
}

function fixed(kind: PartKind, status: KnownStatus, level: number | null): Pattern['part'] {
  return () => ({ kind, status, level });
}

const PQ = 'post-quantum';
const HASH_LEVELS = { 224: 1, 256: 2, 384: 4, 512: 5 };
const KEY_LEVELS = { 128: 1, 192: 3, 256: 5 };

/** SP 800-131A: below 2,048 bits disallowed; IR 8547: 112 bits deprecated after 2030. */
function byModulus(kind: PartKind): Pattern['part'] {
  return ([bits = 0]) => {
    const status =
      bits === 0 || (bits >= 2_048 && bits < 3_072) ? 'deprecated' : bits < 2_048 ? 'broken' : 'acceptable';
    return { kind, status, level: 0 };
  };
}

/** Each found is taken out of the name before the next is sought: longer names stand before those that they contain. */
export const PATTERNS: readonly Pattern[] = [
  { pattern: /ML-?KEM-?(512|768|1024)?/, part: leveled(PQ, 'recommended', { 512: 1, 768: 3, 1024: 5 }) },
  { pattern: /ML-?DSA-?(44|65|87)?/, part: leveled(PQ, 'recommended', { 44: 2, 65: 3, 87: 5 }) },
  { pattern: /SLH-?DSA(?:-?SHA2|-?SHAKE)?-?(128|192|256)?[SF]?\b/, part: leveled(PQ, 'recommended', KEY_LEVELS) },
  { pattern: /XMSS(?:-?MT)?|\bHSS\b|\bLMS\b/, part: fixed(PQ, 'recommended', null) },
  { pattern: /KYBER-?(512|768|1024)?/, part: leveled(PQ, 'acceptable', { 512: 1, 768: 3, 1024: 5 }) },
  { pattern: /DILITHIUM-?([235])?/, part: leveled(PQ, 'acceptable', { 2: 2, 3: 3, 5: 5 }) },
  {
    pattern: /SPHINCS(?:-?PLUS)?-?(?:SHA2|SHA256|SHAKE|SHAKE256)?-?(128|192|256)?[SF]?\b/,
    part: leveled(PQ, 'acceptable', KEY_LEVELS),
  },
  { pattern: /(?:FALCON|FN-?DSA)-?(?:PADDED-?)?(512|1024)?/, part: leveled(PQ, 'acceptable', { 512: 1, 1024: 5 }) },
  { pattern: /\bHQC-?(128|192|256)?/, part: leveled(PQ, 'acceptable', KEY_LEVELS) },
  {
    pattern: /FRODO(?:KEM)?-?(640|976|1344)?(?:-?AES|-?SHAKE)?/,
    part: leveled(PQ, 'acceptable', { 640: 1, 976: 3, 1344: 5 }),
  },
  {
    pattern: /(?:CLASSIC-?)?MC-?ELIECE-?\d*|\bBIKE-?(?:L\d)?|S?NTRU(?:P|-?PRIME|-?HPS|-?HRSS)?-?\d*/,
    part: fixed(PQ, 'acceptable', null),
  },
  { pattern: /\bSIKE-?P?\d*|\bSIDH|RAINBOW|GEMSS/, part: fixed(PQ, 'broken', 0) },

  // Named by their purpose in JOSE, before the pieces they are spelled with.
  { pattern: /\bRSA-?OAEP(?:-?\d+)?|\bRSA1-?5\b/, part: fixed('exchange', 'deprecated', 0) },
  { pattern: /\b[RP]S(256|384|512)\b/, part: fixed('signature', 'deprecated', 0) },
  { pattern: /\bES(?:256K?|384|512)\b/, part: fixed('signature', 'acceptable', 0) },
  { pattern: /\bHS(256|384|512)\b/, part: leveled('mac', 'recommended', HASH_LEVELS) },
  { pattern: /\bA(128|192|256)(?:GCM|CBC|CTR)(?:KW)?\b|\bA(128|192|256)KW\b/, part: keyedBy('recommended') },

  // Without authentication anybody may be at the other end.
  { pattern: /\bA(?:EC)?DH\b|\bANON\b/, part: fixed('exchange', 'broken', 0) },
  { pattern: /ECDSA|\bEC-?DSA/, part: fixed('signature', 'acceptable', 0) },
  { pattern: /EDDSA|ED-?25519(?:PH|CTX)?|ED-?448(?:PH)?/, part: fixed('signature', 'acceptable', 0) },
  { pattern: /ECDHE?-?ES|ECDHE?|EECDH|\bECMQV|\bECIES|\bKECDHE?/, part: fixed('exchange', 'deprecated', 0) },
  { pattern: /CURVE-?25519|CURVE-?448|X-?25519|X-?448/, part: fixed('exchange', 'deprecated', 0) },
  { pattern: /DIFFIE-?HELLMAN(?:-GROUP-?1\b)/, part: fixed('exchange', 'broken', 0) },
  {
    pattern: /DIFFIE-?HELLMAN(?:-GROUP-?EXCHANGE|-GROUP-?\d+)?|\bELGAMAL(?:-?\d+)?/,
    part: fixed('exchange', 'deprecated', 0),
  },
  { pattern: /\b(?:FF|E)?DHE?(?:-?(\d{3,5}))?\b/, part: byDiffieHellman },
  { pattern: /\bSRP\b/, part: fixed('exchange', 'deprecated', 0) },
  { pattern: /\bD?H?E?-?PSK\b/, part: fixed('mac', 'recommended', 5) },
  { pattern: /RSA-?(?:PSS|SSA|PSS-?RSAE)-?(\d{1,5})?|RSA-?PKCS1/, part: byModulus('signature') },
  { pattern: /RSA(?:ES)?(?:ENCRYPTION)?-?(\d{1,5})?/, part: byModulus('either') },
  { pattern: /\bDSA(?:-?\d{3,5})?\b|\bDSS\b/, part: fixed('signature', 'deprecated', 0) },
  { pattern: /\bGOST[A-Z\d-]*|\bSM2(?:DSA)?\b/, part: fixed('either', 'deprecated', 0) },
  {
    pattern: /(?:NIST)?P-?(?:256|384|521)\b|(?:SECP|PRIME)(?:256|384|521)[RVK]1|BRAINPOOLP(?:256|320|384|512)[RT]1/,
    part: fixed('curve', 'acceptable', 0),
  },
  {
    pattern:
      /(?:NIST)?[PBK]-?(?:163|192|224|233|239|283|409|571)\b|(?:SEC[PT]|PRIME|C2[PT]NB|WAP-?WSG-?IDM-?ECID-?WTLS|OAKLEY-?EC2N-?|BRAINPOOLP)\d+[A-Z]*\d*/,
    part: fixed('curve', 'deprecated', 0),
  },

  {
    pattern: /\b(?:3DES|TRIPLE-?DES|TDEA|DES3|DES-?EDE3?)(?:-?(?:CBC|ECB|CFB\d*|OFB|EDE|WRAP)\b)*/,
    part: fixed('cipher', 'deprecated', 0),
  },
  { pattern: /\bDESX?(?:40|56)?(?:-?(?:CBC|ECB|CFB\d*|OFB|CDMF)\b)*\b/, part: fixed('cipher', 'broken', 0) },
  { pattern: /\b(?:RC4|ARCFOUR|ARC4)-?\d*\b/, part: fixed('cipher', 'broken', 0) },
  { pattern: /\bNULL\b|\bEXP(?:ORT)?(?:40|56|1024)?\b/, part: fixed('cipher', 'broken', 0) },
  {
    pattern: /\b(?:RC2|RC5|IDEA|CAST-?(?:5|128)?|BLOWFISH|BF|SKIPJACK)(?:-?\d+)?(?:-?(?:CBC|ECB|CFB\d*|OFB)\b)*/,
    part: fixed('cipher', 'deprecated', 0),
  },
  {
    pattern:
      /\b(?:ID-)?AES-?(128|192|256)?(?:-?(?:CBC|GCM|CCM8?|CTR|CFB\d*|OFB|XTS|SIV|OCB|WRAP|KW|PAD|INV|ECB|CTS|HMAC)\b|-?8\b)*/,
    part: keyedBy('recommended'),
  },
  { pattern: /XCHACHA20(?:-?POLY1305)?|CHACHA20(?:-?POLY1305)?/, part: fixed('cipher', 'recommended', 5) },
  {
    pattern: /\b(?:CAMELLIA|ARIA|TWOFISH|SERPENT)-?(128|192|256)?(?:-?(?:CBC|GCM|CCM8?|CTR|CFB\d*|OFB|ECB|CTS)\b)*/,
    part: keyedBy('acceptable'),
  },
  { pattern: /\b(?:SEED|SM4)(?:-?(?:CBC|GCM|CCM|CTR|CFB\d*|OFB|ECB|XTS)\b)*/, part: fixed('cipher', 'acceptable', 1) },

  { pattern: /\bU?MAC-?64\b/, part: fixed('mac', 'deprecated', 1) },
  { pattern: /\b(?:HMAC|KMAC-?\d*|CMAC|GMAC)\b|POLY1305/, part: fixed('mac', 'recommended', null) },
  { pattern: /\bUMAC-?128\b|\bSIPHASH\b/, part: fixed('mac', 'acceptable', 1) },
  { pattern: /\bHKDF\b|\bARGON2(?:ID|I|D)?\b|\bSCRYPT\b/, part: fixed('derivation', 'recommended', null) },
  { pattern: /\bPBKDF2\b|\bBCRYPT\b/, part: fixed('derivation', 'acceptable', null) },

  { pattern: /\bMD[245](?:-?SHA1)?(?:-96)?(?![A-Z\d])/, part: fixed('hash', 'broken', 0) },
  { pattern: /\bSHA3-?(224|256|384|512)\b/, part: leveled('hash', 'recommended', HASH_LEVELS) },
  { pattern: /\bC?SHAKE-?(128|256)\b/, part: leveled('hash', 'recommended', { 128: 1, 256: 2 }) },
  { pattern: /\bSHA-?(?:2-?)?(?:512-?)?(224|256|384|512)\b/, part: leveled('hash', 'recommended', HASH_LEVELS) },
  { pattern: /\bSHA-?1?(?:-96)?\b/, part: fixed('hash', 'broken', 0) },
  { pattern: /\bBLAKE-?(?:2[BSX]-?|3-?)(256|384|512)?/, part: leveled('hash', 'acceptable', HASH_LEVELS) },
  { pattern: /\bSM3\b/, part: fixed('hash', 'acceptable', 2) },
  { pattern: /\bRIPEMD(?:-?160)?\b|\bRMD-?160\b|\bWHIRLPOOL\b/, part: fixed('hash', 'deprecated', 1) },
];

/** What may stand beside known parts without changing what they are. */
export const NEUTRAL: ReadonlySet<string> = new Set(
  'TLS SSL SSH IKE WITH AND SK CERT V01 ETM KEY EXCHANGE ES DIR SHA2 CBC GCM CCM CTR HYBRID CONCAT NESTED TRIPLE ARCHIVAL SIGNATURE KEM FIXED V1 V2 V3 ID BIT BITS SSA PKCS1 MGF1 ENCRYPTION RSAE DRAFT00 R3 IPSEC PADDED'.split(
    ' ',
  ),
);

function keyedBy(status: KnownStatus): Pattern['part'] {
  return (numbers, text) => {
    const [bits = 0] = numbers;
    if (text.includes('ECB')) return { kind: 'cipher', status: 'deprecated', level: levelOfKey(bits) };
    // Of a cipher without its key's length nothing better can be said.
    return { kind: 'cipher', status: bits === 0 ? 'acceptable' : status, level: bits === 0 ? 1 : levelOfKey(bits) };
  };
}

function levelOfKey(bits: number): number | null {
  return (KEY_LEVELS as Readonly<Record<number, number>>)[bits] ?? null;
}

/** As long as a modulus of RSA is weak, a group of that length is. */
function byDiffieHellman([bits = 0]: readonly number[]): Part {
  return { kind: 'exchange', status: bits > 0 && bits < 2_048 ? 'broken' : 'deprecated', level: 0 };
}
