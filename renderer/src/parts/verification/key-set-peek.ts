/** A quick look whether a file may be a key set, by its content alone and without judging it. */

/** Words that every key set holds: `keys`, and an id or a fingerprint. A file without them is none. */
function mayBeKeySet(text: string): boolean {
  return text.includes('"keys"') && (text.includes('"keyset_id"') || text.includes('"fingerprint"'));
}

/** False also where the file cannot be read: the verifier says why. */
export async function looksLikeKeySet(file: Blob): Promise<boolean> {
  try {
    return mayBeKeySet(await file.text());
  } catch {
    return false;
  }
}
