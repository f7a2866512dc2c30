/** As fonts.css names them. */
const TYPEFACES = ['Inter Variable', 'JetBrains Mono Variable'] as const;

/** Loads what the first paint needs of the typefaces: their Latin letters. */
export async function loadTypefaces(): Promise<void> {
  await Promise.all(TYPEFACES.map((face) => document.fonts.load(`1em "${face}"`)));
}
