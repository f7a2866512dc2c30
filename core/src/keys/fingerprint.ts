/** A fingerprint as people and pages write it, in groups with blanks, colons or dashes and in capitals, as its bare lower-case digits. */
export function bareFingerprint(text: string): string {
  return text.replace(/[\s:-]/g, '').toLowerCase();
}
