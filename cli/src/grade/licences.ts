/** Licences as SPDX expressions: whether one can be read, and whether it binds what is made of it. */

/** Identifiers of the SPDX list that packages use; others are read as unknown. */
const KNOWN: ReadonlySet<string> = new Set(
  `0BSD AAL AFL-2.1 AFL-3.0 AGPL-3.0 AGPL-3.0-only AGPL-3.0-or-later Apache-1.1 Apache-2.0 APSL-2.0 Artistic-1.0 Artistic-2.0
BlueOak-1.0.0 BSD-1-Clause BSD-2-Clause BSD-2-Clause-Patent BSD-3-Clause BSD-3-Clause-Clear BSD-4-Clause BSL-1.0 BUSL-1.1
CAL-1.0 CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 CC0-1.0 CDDL-1.0 CDDL-1.1 CDLA-Permissive-2.0 CPL-1.0 CPAL-1.0
ECL-2.0 Elastic-2.0 EPL-1.0 EPL-2.0 EUPL-1.1 EUPL-1.2 FSFAP FTL GPL-1.0 GPL-2.0 GPL-2.0-only GPL-2.0-or-later GPL-3.0
GPL-3.0-only GPL-3.0-or-later HPND ICU IJG ISC LGPL-2.0 LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1 LGPL-2.1-only
LGPL-2.1-or-later LGPL-3.0 LGPL-3.0-only LGPL-3.0-or-later Libpng LPL-1.02 MIT MIT-0 MITNFA MPL-1.1 MPL-2.0
MPL-2.0-no-copyleft-exception MS-PL MS-RL MulanPSL-2.0 NCSA NTP OFL-1.1 OpenSSL OSL-3.0 PHP-3.01 PostgreSQL PSF-2.0 Python-2.0
QPL-1.0 Ruby SSPL-1.0 Sleepycat SunPro UPL-1.0 Unicode-3.0 Unicode-DFS-2016 Unlicense UCL-1.0 Vim W3C WTFPL X11 Xnet ZPL-2.1
Zlib ZPL-2.0`.split(/\s+/),
);

/** They bind whatever is linked with them, or served by them. */
const STRONG = /^(?:GPL|AGPL|SSPL|OSL|EUPL|CC-BY-SA)-/;

interface Reading {
  /** Whether every identifier is known. */
  readonly isKnown: boolean;
  /** Whether no choice of it avoids a strong copyleft. */
  readonly isStrong: boolean;
}

/** Reads an expression such as `(MIT OR GPL-2.0-only) AND Zlib`; null where it is none. */
export function readLicence(text: string): Reading | null {
  const words = text.match(/[()]|[A-Za-z0-9.+-]+(?::[A-Za-z0-9.-]+)?/g) ?? [];
  if (words.join('') !== text.replace(/\s+/g, '') || words.length > 100) return null;
  const state = { words, at: 0, depth: 0 };
  const reading = readChoice(state);
  return reading !== null && state.at === words.length ? reading : null;
}

interface State {
  readonly words: readonly string[];
  at: number;
  depth: number;
}

/** `a OR b`: whoever takes it chooses. */
function readChoice(state: State): Reading | null {
  let reading = readBoth(state);
  while (reading !== null && state.words[state.at]?.toUpperCase() === 'OR') {
    state.at++;
    const other = readBoth(state);
    if (other === null) return null;
    reading = { isKnown: reading.isKnown && other.isKnown, isStrong: reading.isStrong && other.isStrong };
  }
  return reading;
}

/** `a AND b`: both hold. */
function readBoth(state: State): Reading | null {
  let reading = readOne(state);
  while (reading !== null && state.words[state.at]?.toUpperCase() === 'AND') {
    state.at++;
    const other = readOne(state);
    if (other === null) return null;
    reading = { isKnown: reading.isKnown && other.isKnown, isStrong: reading.isStrong || other.isStrong };
  }
  return reading;
}

function readOne(state: State): Reading | null {
  const word = state.words[state.at];
  if (word === undefined || /^(?:AND|OR|WITH|\))$/i.test(word)) return null;
  state.at++;
  if (word === '(') {
    if (++state.depth > 20) return null;
    const inner = readChoice(state);
    if (state.words[state.at] !== ')') return null;
    state.at++;
    return inner;
  }
  const isException = state.words[state.at]?.toUpperCase() === 'WITH';
  // An exception, such as that of the class path, loosens the licence.
  if (isException) state.at += 2;
  const bare = word.replace(/\+$/, '');
  return { isKnown: KNOWN.has(bare) || /^LicenseRef-/.test(bare), isStrong: STRONG.test(bare) && !isException };
}
