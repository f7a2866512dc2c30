/** What reports, answers and the console call this program. The version is package.json's; a test compares them. */
export const PRODUCT = { name: 'Touchstone', version: '0.1.0' } as const;
