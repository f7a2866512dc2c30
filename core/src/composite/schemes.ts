/**
 * The six hybrid signature schemes: which algorithm signs which layer, what the documents call it, and how a request
 * selects a scheme (document 2, "Hybrid wire format"; decisions, section 7; security, S6).
 */
import type { SignatureAlgorithm } from '../sign/family.ts';
import { signatureLengths } from '../sign/lengths.ts';

/**
 * The documents' label → the algorithm behind it, and the documents' name and signature length in bytes. 2,420 and
 * 3,309 bytes are ML-DSA-44 and ML-DSA-65 (FIPS 204 table 2): those algorithms carry the labels Dilithium-3 and -5.
 * The documents give FALCON-512 690 bytes; composites use exactly its padded form of 666.
 */
const LABELS = {
  ed25519: { algorithm: 'Ed25519', documentName: 'Ed25519', documentBytes: 64 },
  dilithium2: { algorithm: 'ML-DSA-44', documentName: 'Dilithium-2', documentBytes: null },
  dilithium3: { algorithm: 'ML-DSA-44', documentName: 'Dilithium-3', documentBytes: 2420 },
  dilithium5: { algorithm: 'ML-DSA-65', documentName: 'Dilithium-5', documentBytes: 3309 },
  falcon512: { algorithm: 'FALCON-512', documentName: 'FALCON-512', documentBytes: 690 },
  sphincsPlus128s: { algorithm: 'SLH-DSA-SHA2-128s', documentName: 'SPHINCS+', documentBytes: 7856 },
  sphincsPlus128f: { algorithm: 'SLH-DSA-SHA2-128f', documentName: 'SPHINCS+-128f', documentBytes: 17088 },
} as const satisfies Readonly<
  Record<string, { algorithm: SignatureAlgorithm; documentName: string; documentBytes: number | null }>
>;

export type HybridLabel = keyof typeof LABELS;

export const HYBRID_MODES = ['concatenated', 'nested', 'triple-nested', 'archival'] as const;
export type HybridMode = (typeof HYBRID_MODES)[number];

export const HYBRID_LEVELS = ['standard', '128', '256'] as const;
export type HybridLevel = (typeof HYBRID_LEVELS)[number];

export const LAYER_NAMES = ['layer1', 'layer2', 'layer3', 'layer4'] as const;
export type LayerName = (typeof LAYER_NAMES)[number];

export const HYBRID_SCHEME_NAMES = [
  'CONCAT_ED25519_DILITHIUM3',
  'NESTED_ED25519_DILITHIUM3',
  'TRIPLE_ED25519_DILITHIUM5_FALCON512',
  'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S',
  'TRIPLE_ED25519_DILITHIUM5_SPHINCS128F',
  'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
] as const;
export type HybridSchemeName = (typeof HYBRID_SCHEME_NAMES)[number];

export interface HybridLayer {
  readonly name: LayerName;
  readonly label: HybridLabel;
  readonly algorithm: SignatureAlgorithm;
  /** Bytes of this layer's signature, exactly. */
  readonly signatureLength: number;
}

export interface HybridScheme {
  readonly name: HybridSchemeName;
  readonly mode: HybridMode;
  /** The level that selects this scheme's mode; null for archival, which is asked for by name only. */
  readonly level: HybridLevel | null;
  readonly layers: readonly HybridLayer[];
  /** True where layer i also signs the layers before it. */
  readonly isNested: boolean;
  /** Units beyond the price of a two-layer signature. */
  readonly extraUnits: number;
  /** True where layer 3 stays off-chain and its SHA3-256 stands for it. */
  readonly hasOnchainHash: boolean;
  readonly wireVersion: '0x04' | null;
}

const MODES: Readonly<Record<HybridMode, Omit<HybridScheme, 'name' | 'mode' | 'layers'>>> = {
  concatenated: { level: 'standard', isNested: false, extraUnits: 0, hasOnchainHash: false, wireVersion: null },
  nested: { level: '128', isNested: true, extraUnits: 0, hasOnchainHash: false, wireVersion: null },
  'triple-nested': { level: '256', isNested: true, extraUnits: 3, hasOnchainHash: true, wireVersion: null },
  archival: { level: null, isNested: true, extraUnits: 5, hasOnchainHash: true, wireVersion: '0x04' },
};

function scheme(name: HybridSchemeName, mode: HybridMode, labels: readonly HybridLabel[]): HybridScheme {
  const layers = LAYER_NAMES.slice(0, labels.length).map((layer, i): HybridLayer => {
    const label = labels[i];
    if (label === undefined) throw new TypeError('internal: a scheme has more layers than names');
    const { algorithm } = LABELS[label];
    return { name: layer, label, algorithm, signatureLength: signatureLengths(algorithm).signature };
  });
  return { name, mode, layers, ...MODES[mode] };
}

/** All schemes by name. */
export const HYBRID_SCHEMES: Readonly<Record<HybridSchemeName, HybridScheme>> = {
  CONCAT_ED25519_DILITHIUM3: scheme('CONCAT_ED25519_DILITHIUM3', 'concatenated', ['ed25519', 'dilithium3']),
  NESTED_ED25519_DILITHIUM3: scheme('NESTED_ED25519_DILITHIUM3', 'nested', ['ed25519', 'dilithium3']),
  TRIPLE_ED25519_DILITHIUM5_FALCON512: scheme('TRIPLE_ED25519_DILITHIUM5_FALCON512', 'triple-nested', [
    'ed25519',
    'dilithium5',
    'falcon512',
  ]),
  TRIPLE_ED25519_DILITHIUM5_SPHINCS128S: scheme('TRIPLE_ED25519_DILITHIUM5_SPHINCS128S', 'triple-nested', [
    'ed25519',
    'dilithium5',
    'sphincsPlus128s',
  ]),
  TRIPLE_ED25519_DILITHIUM5_SPHINCS128F: scheme('TRIPLE_ED25519_DILITHIUM5_SPHINCS128F', 'triple-nested', [
    'ed25519',
    'dilithium5',
    'sphincsPlus128f',
  ]),
  ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F: scheme(
    'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
    'archival',
    ['ed25519', 'dilithium5', 'falcon512', 'sphincsPlus128f'],
  ),
};

/** What a mode means where no scheme is named. */
const DEFAULT_SCHEMES: Readonly<Record<HybridMode, HybridSchemeName>> = {
  concatenated: 'CONCAT_ED25519_DILITHIUM3',
  nested: 'NESTED_ED25519_DILITHIUM3',
  'triple-nested': 'TRIPLE_ED25519_DILITHIUM5_FALCON512',
  archival: 'ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F',
};

const MODE_OF_LEVEL: Readonly<Record<HybridLevel, HybridMode>> = {
  standard: 'concatenated',
  '128': 'nested',
  '256': 'triple-nested',
};

export interface SchemeChoice {
  readonly scheme?: string | undefined;
  readonly signatureMode?: string | undefined;
  readonly security_level?: string | undefined;
}

export type SchemeResult =
  | { readonly ok: true; readonly scheme: HybridSchemeName }
  | { readonly ok: false; readonly field: keyof SchemeChoice; readonly message: string };

/**
 * The scheme that a request's members select. The level chooses the mode and `signatureMode` overrides it; a named
 * scheme must have the mode that the others select. Refused with the member at fault: unknown values, contradictions,
 * and a request that selects nothing.
 */
export function schemeFor({ scheme, signatureMode, security_level: level }: SchemeChoice): SchemeResult {
  if (scheme !== undefined && !isOneOf(HYBRID_SCHEME_NAMES, scheme)) return unknown('scheme', HYBRID_SCHEME_NAMES);
  if (signatureMode !== undefined && !isOneOf(HYBRID_MODES, signatureMode)) {
    return unknown('signatureMode', HYBRID_MODES);
  }
  if (level !== undefined && !isOneOf(HYBRID_LEVELS, level)) return unknown('security_level', HYBRID_LEVELS);
  const mode = signatureMode ?? (level === undefined ? undefined : MODE_OF_LEVEL[level]);
  if (scheme === undefined) {
    if (mode !== undefined) return { ok: true, scheme: DEFAULT_SCHEMES[mode] };
    return { ok: false, field: 'scheme', message: 'Give `scheme`, `signatureMode` or `security_level`.' };
  }
  if (mode === undefined || HYBRID_SCHEMES[scheme].mode === mode) return { ok: true, scheme };
  const field = signatureMode === undefined ? 'security_level' : 'signatureMode';
  const message = `\`${field}\` selects the mode ${mode}, but ${scheme} is of the mode ${HYBRID_SCHEMES[scheme].mode}.`;
  return { ok: false, field, message };
}

function isOneOf<T extends string>(names: readonly T[], name: string): name is T {
  return names.some((known) => known === name);
}

function unknown(field: keyof SchemeChoice, names: readonly string[]): SchemeResult {
  return { ok: false, field, message: `\`${field}\` must be one of ${names.join(', ')}.` };
}

export interface HybridConfiguration {
  /** The documents' labels, `+` between them. */
  readonly algorithms: string;
  readonly layers: readonly HybridLabel[];
  /** The scheme that a request names; empty where the level is a single signature. */
  readonly schemes: readonly HybridSchemeName[];
  readonly signatureMode: HybridMode | null;
  /** Units of one signature. */
  readonly units: number;
  readonly status: 'available';
  readonly wireVersion?: '0x04';
}

export interface HybridAlgorithm {
  /** The algorithm that is really used, as its standard names it. */
  readonly algorithm: SignatureAlgorithm;
  readonly document_name: string;
  readonly signature_bytes: number;
  /** What the documents state; null where they state none. */
  readonly document_bytes: number | null;
}

/** The answer of `GET /hybrid/algorithms`. */
export interface HybridAlgorithms {
  readonly available: {
    readonly classical: readonly HybridLabel[];
    readonly lattice: readonly HybridLabel[];
    readonly hashBased: readonly HybridLabel[];
  };
  readonly configurations: Readonly<Record<'H0' | 'SVC' | 'H-256-L' | 'H-256-H' | 'SVC-Archival', HybridConfiguration>>;
  /** Which real algorithm stands behind each label. */
  readonly labels: Readonly<Record<HybridLabel, HybridAlgorithm>>;
  readonly note: string;
}

const UNITS = 1;

function configuration(...names: readonly [HybridSchemeName, ...HybridSchemeName[]]): HybridConfiguration {
  const { layers, mode, extraUnits, wireVersion } = HYBRID_SCHEMES[names[0]];
  const labels = layers.map(({ label }) => label);
  return {
    algorithms: labels.join('+'),
    layers: labels,
    schemes: names,
    signatureMode: mode,
    units: UNITS + extraUnits,
    status: 'available',
    ...(wireVersion === null ? {} : { wireVersion }),
  };
}

function labelled(label: HybridLabel): HybridAlgorithm {
  const { algorithm, documentName, documentBytes } = LABELS[label];
  return {
    algorithm,
    document_name: documentName,
    signature_bytes: signatureLengths(algorithm).signature,
    document_bytes: documentBytes,
  };
}

/** What document 2 lists, and the algorithm behind each of its labels. */
export function hybridAlgorithms(): HybridAlgorithms {
  return {
    available: {
      classical: ['ed25519'],
      lattice: ['dilithium2', 'dilithium3', 'dilithium5', 'falcon512'],
      hashBased: ['sphincsPlus128s'],
    },
    configurations: {
      H0: {
        algorithms: 'dilithium3',
        layers: ['dilithium3'],
        schemes: [],
        signatureMode: null,
        units: UNITS,
        status: 'available',
      },
      SVC: configuration('NESTED_ED25519_DILITHIUM3', 'CONCAT_ED25519_DILITHIUM3'),
      'H-256-L': configuration('TRIPLE_ED25519_DILITHIUM5_FALCON512'),
      'H-256-H': configuration('TRIPLE_ED25519_DILITHIUM5_SPHINCS128F', 'TRIPLE_ED25519_DILITHIUM5_SPHINCS128S'),
      'SVC-Archival': configuration('ARCHIVAL_ED25519_DILITHIUM5_FALCON512_SPHINCS128F'),
    },
    labels: {
      ed25519: labelled('ed25519'),
      dilithium2: labelled('dilithium2'),
      dilithium3: labelled('dilithium3'),
      dilithium5: labelled('dilithium5'),
      falcon512: labelled('falcon512'),
      sphincsPlus128s: labelled('sphincsPlus128s'),
      sphincsPlus128f: labelled('sphincsPlus128f'),
    },
    note:
      'The labels are those of the documents; `labels` names the algorithm behind each. Dilithium-3 with 2,420 bytes ' +
      'is ML-DSA-44 and Dilithium-5 with 3,309 bytes is ML-DSA-65 (FIPS 204). FALCON-512 signatures are padded to ' +
      '666 bytes. SPHINCS+ is SLH-DSA-SHA2-128s or -128f (FIPS 205); sphincsPlus128f is available in H-256-H and ' +
      'SVC-Archival. H0 is a single signature without a hybrid scheme: use /crypto/dilithium with ML-DSA-44. SVC ' +
      'lists the nested scheme first and the concatenated one second.',
  };
}
