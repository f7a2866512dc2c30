/**
 * What a person brings to a new artifact: a file called `<pillar>.json` supplies that attestation, every other file is
 * evidence, of which name, size and hashes enter the artifact and the contents never do.
 */
import { isJsonObject, type JsonObject } from '../canonical-json.ts';
import { parseStrictJson } from '../strict-json.ts';
import { PILLARS, type Pillar } from './artifact.ts';

/** The name under which a file supplies a pillar's attestation. */
export function bundleFileName(pillar: Pillar): string {
  return `${pillar}.json`;
}

/** The pillar that a file of this name supplies; null for evidence. */
export function suppliedPillar(name: string): Pillar | null {
  return PILLARS.find((pillar) => name === bundleFileName(pillar)) ?? null;
}

export type NamesFault =
  | { readonly kind: 'same_evidence'; readonly name: string }
  | { readonly kind: 'same_pillar'; readonly pillar: Pillar }
  /** Names that some file systems take for one: whoever checks the files there has only one of the two. */
  | { readonly kind: 'alike'; readonly name: string; readonly other: string }
  /** Beside a supplied evidence attestation no other file would be in the artifact, so none may seem to be. */
  | { readonly kind: 'beside_evidence'; readonly names: readonly string[] };

/** Names that were taken in, and whether another one goes with them. */
export class BroughtNames {
  private readonly byForm = new Map<string, string>();

  /** Takes a name in; answers why it does not go with the others, and then leaves it out. */
  add(name: string): NamesFault | null {
    // Letter case and Unicode normal form: what Windows and macOS do not tell apart.
    const form = name.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
    const other = this.byForm.get(form);
    if (other === undefined) {
      this.byForm.set(form, name);
      return null;
    }
    if (other !== name) return { kind: 'alike', name, other };
    const pillar = suppliedPillar(name);
    return pillar === null ? { kind: 'same_evidence', name } : { kind: 'same_pillar', pillar };
  }
}

/** Why files of these names do not make one artifact together; null where they do. */
export function faultOfNames(names: readonly string[]): NamesFault | null {
  const brought = new BroughtNames();
  for (const name of names) {
    const fault = brought.add(name);
    if (fault !== null) return fault;
  }
  const evidence = names.filter((name) => suppliedPillar(name) === null);
  return names.includes(bundleFileName('evidence')) && evidence.length > 0
    ? { kind: 'beside_evidence', names: evidence }
    : null;
}

export type BundleRead =
  | { readonly ok: true; readonly bundle: JsonObject }
  /** `place` is the line and column where that is known, else empty. */
  | { readonly ok: false; readonly place: string; readonly message: string };

/** Reads an attestation that is supplied as a file. Any JSON object is one. */
export function readBundle(input: Uint8Array): BundleRead {
  const parsed = parseStrictJson(input);
  if (!parsed.ok) {
    return { ok: false, place: `line ${parsed.line}, column ${parsed.column}`, message: parsed.message };
  }
  if (!isJsonObject(parsed.value)) return { ok: false, place: '', message: 'a pillar must be a JSON object.' };
  return { ok: true, bundle: parsed.value };
}

/** The evidence summary where the issuer states none. */
export function evidenceSentence(files: number): string {
  return `The evidence attestation lists ${files === 1 ? 'one file by its' : `${files} files by their`} hashes.`;
}
