import type { DirectionControl, Finding, LookAlike } from '../../lib/text/suspect-text.ts';

/** What can deceive the eye in a text that came from a file. */
export const words = {
  lookClosely: (findings: readonly Finding[]) =>
    `Look closely: ${findings.map((finding) => FINDINGS[finding]).join(' ')}`,
  invisible: 'invisible character',
  /** Unicode's names. */
  controls: {
    'U+061C': 'Arabic letter mark',
    'U+200E': 'left-to-right mark',
    'U+200F': 'right-to-left mark',
    'U+202A': 'left-to-right embedding',
    'U+202B': 'right-to-left embedding',
    'U+202C': 'pop directional formatting',
    'U+202D': 'left-to-right override',
    'U+202E': 'right-to-left override',
    'U+2066': 'left-to-right isolate',
    'U+2067': 'right-to-left isolate',
    'U+2068': 'first strong isolate',
    'U+2069': 'pop directional isolate',
  } satisfies Record<DirectionControl, string>,
  lookAlike: (reason: LookAlike) => {
    switch (reason.kind) {
      case 'special-form':
        return 'Letters in a special form';
      case 'mixed':
        return `Mixes ${reason.scripts.join(' and ')} letters`;
      case 'like-latin':
        return `${reason.script ?? 'Foreign'} letters that look like Latin letters`;
    }
  },
} as const;

const FINDINGS: Readonly<Record<Finding, string>> = {
  'look-alike': 'Some words contain look-alike letters.',
  direction: 'Some characters change the reading direction.',
  invisible: 'Some characters are invisible or unusual spaces.',
};
