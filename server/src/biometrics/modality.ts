/** What is compared (decisions, section 7). */
export const MODALITIES = ['face', 'voice', 'fingerprint'] as const;
export type Modality = (typeof MODALITIES)[number];
