/** Judges the name of an algorithm or cipher suite by its parts. A name of which anything is unknown is unknown. */
import { ALGORITHM_STATUSES, type KnownStatus, NEUTRAL, PATTERNS, type Part } from './algorithm-parts.ts';

export interface AlgorithmJudgement {
  readonly status: KnownStatus | 'unknown';
  /** NIST category of post-quantum algorithms whose name says it; null for all others. */
  readonly nistLevel: number | null;
  /** null where unknown. */
  readonly isQuantumSafe: boolean | null;
  /** The security category that it reaches; 0 where a quantum computer breaks it, null where the name does not say it. */
  readonly level: number | null;
  /** Whether traffic under it can be recorded now and read when there are quantum computers. */
  readonly isHarvestable: boolean;
}

const UNKNOWN: AlgorithmJudgement = {
  status: 'unknown',
  nistLevel: null,
  isQuantumSafe: null,
  level: null,
  isHarvestable: false,
};

/** At most as long as the contract allows: 100 characters. */
export function judgeAlgorithm(name: string): AlgorithmJudgement {
  const parts = partsOf(name);
  if (parts === null || parts.length === 0) return UNKNOWN;
  const postQuantum = parts.filter(({ kind }) => kind === 'post-quantum');
  const counted = countedParts(parts, postQuantum.length > 0, name);
  const levels = counted.flatMap(({ level }) => (level === null ? [] : [level]));
  const level = levels.length === 0 ? null : Math.min(...levels);
  const isQuantumSafe = counted.every((part) => part.level !== 0);
  const hasLevel = postQuantum.length > 0 && postQuantum.every((part) => part.level !== null);
  return {
    status: worst(counted.map(({ status }) => status)),
    nistLevel: hasLevel && isQuantumSafe ? Math.min(...postQuantum.map((part) => part.level ?? 0)) : null,
    isQuantumSafe,
    level,
    // Of signatures nothing can be read later; a name that may mean either counts as both.
    isHarvestable: counted.some(({ kind, level: of }) => of === 0 && kind !== 'signature' && kind !== 'hash'),
  };
}

/** null where something in the name is not known. */
function partsOf(name: string): readonly Part[] | null {
  let rest = name
    .replace(/@[a-z.]+$/i, '')
    .toUpperCase()
    .replace(/WITH/g, '-WITH-')
    .replace(/[^A-Z\d]+/g, '-');
  const parts: Part[] = [];
  for (const { pattern, part } of PATTERNS) {
    for (let found = pattern.exec(rest); found !== null && found[0] !== ''; found = pattern.exec(rest)) {
      const numbers = found.slice(1).flatMap((group) => (group === undefined ? [] : [Number(group)]));
      parts.push(part(numbers, found[0]));
      rest = `${rest.slice(0, found.index)} ${rest.slice(found.index + found[0].length)}`;
    }
  }
  const isKnown = rest.split(/[ -]+/).every((word) => word === '' || NEUTRAL.has(word));
  return isKnown ? parts : null;
}

/** What decides: in hybrids the post-quantum part alone, in suites a hash only for what it is used for. */
function countedParts(parts: readonly Part[], isHybrid: boolean, name: string): readonly Part[] {
  const has = (...kinds: readonly Part['kind'][]) => parts.some(({ kind }) => kinds.includes(kind));
  // A hybrid holds as long as its post-quantum part does; what gives no protection at all counts in hybrids too.
  const isWeak = ({ kind, level, status }: Part) =>
    kind !== 'post-quantum' && kind !== 'cipher' && level === 0 && status !== 'broken';
  const kept = isHybrid ? parts.filter((part) => !isWeak(part)) : parts;
  const counted = kept.map((part) => {
    if (part.kind === 'hash' && part.level === 0 && has('cipher', 'mac')) return asMac(part, name);
    // As a key derivation (RFC 9142).
    if (part.kind === 'hash' && part.level === 0 && has('exchange')) return { ...part, status: 'deprecated' } as const;
    // A curve alone may be meant for key exchange.
    if (part.kind === 'curve' && has('signature')) return { ...part, kind: 'signature' } as const;
    if (part.kind === 'curve') return { ...part, status: 'deprecated' } as const;
    return part;
  });
  // OpenSSL leaves out the key exchange where it is RSA: AES256-GCM-SHA384.
  const isRsaSuite = has('cipher') && has('hash') && !has('exchange', 'either', 'mac', 'post-quantum', 'signature');
  const isOpenSsl = isRsaSuite && !/^TLS|HMAC|HS\d/i.test(name);
  return isOpenSsl ? [...counted, { kind: 'exchange', status: 'deprecated', level: 0 }] : counted;
}

/** SHA-1 and MD5 in a MAC are not broken; the first is still permitted. */
function asMac(part: Part, name: string): Part {
  return {
    kind: 'mac',
    status: /MD[245]/i.test(name) ? 'deprecated' : 'acceptable',
    level: part.level === 0 ? 1 : part.level,
  };
}

function worst(statuses: readonly KnownStatus[]): KnownStatus {
  const places = statuses.map((status) => ALGORITHM_STATUSES.indexOf(status));
  return ALGORITHM_STATUSES[Math.max(...places)] ?? 'broken';
}
