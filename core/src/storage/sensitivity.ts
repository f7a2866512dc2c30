/** In the order of precedence: where name and value speak for several, the first one holds. */
export const SENSITIVITIES = ['phi', 'financial', 'pii', 'general'] as const;
export type Sensitivity = (typeof SENSITIVITIES)[number];
