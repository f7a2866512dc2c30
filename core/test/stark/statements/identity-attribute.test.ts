import fc from 'fast-check';
import { CLAIMS } from './claims.ts';
import { testStatement } from './suite.ts';

const about = (attribute: unknown) => ({ bounds: { attribute: attribute as string } });
const EMPTY = { limbs: [0, 0], lanes: Array(8).fill(0) } as const;

testStatement({
  claim: CLAIMS.identity_attribute,
  digest: 'a4177366fb4b4d4b2f8ae72959e7a28fc2e328ccb4276fb2580df26c7c202a83',
  shape: { rows: 64, width: 33 },
  holds: [
    [about('nationality'), { value: 'FR' }],
    [about('a'), { value: '1234567' }],
    [about('a'), { value: '12345678' }],
    [about('a'), { value: '\0' }],
    [about('Wohnort'), { value: 'Zürich 🇨🇭' }],
    [about('ü'), { value: 'x'.repeat(1000) }],
  ],
  fails: [[about('nationality'), { value: '' }]],
  foreign: [about(''), about(1), about('\ud800'), {}, { set: ['nationality'] }, { ...about('a'), set: ['a'] }],
  any: fc.tuple(fc.constant(about('a')), fc.record({ value: fc.string({ unit: 'grapheme', maxLength: 12 }) })),
  attacks: [{ constraint: 'text.not-empty', limits: about('nationality'), opened: EMPTY, fill: () => {} }],
});
