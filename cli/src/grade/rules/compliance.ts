import { readLicence } from '../licences.ts';
import { isManifest } from '../lock-files/read.ts';
import type { TreeFacts } from '../tree-facts.ts';
import { byCount, byShare, type Judges, missing } from './rule.ts';
import { packagesOf, placeOf } from './security-posture.ts';

const LICENCE = /^(?:licen[cs]e|copying|unlicense)(?:[.-][^/]*)?$/i;
const LICENCES_FOLDER = /^licen[cs]es\/[^/]+$/i;
export const README = /^readme(?:\.[^/]*)?$/i;
const SECURITY = /^(?:(?:\.github|docs)\/)?security(?:\.[^/]*)?$/i;
const CHANGELOG = /^(?:docs\/)?(?:change(?:log|s)|history|news|releases?)(?:[.-][^/]*)?$/i;
const CONTRIBUTING = /^(?:(?:\.github|docs)\/)?contributing(?:\.[^/]*)?$/i;

export const compliance: Judges<
  | 'no-licence'
  | 'no-stated-licence'
  | 'unlicensed-dependencies'
  | 'copyleft-dependencies'
  | 'no-readme'
  | 'no-security-policy'
  | 'no-changelog'
  | 'no-contributing'
> = {
  'no-licence': (tree) =>
    has(tree, LICENCE) || has(tree, LICENCES_FOLDER) ? null : missing('no-licence', 'there is no licence file'),

  'no-stated-licence': ({ manifests, unreadable }) => {
    // Go modules have no such member, and a private workspace package is licensed as the whole.
    const stating = manifests.filter(
      ({ ecosystem, isPrivate, path }) => ecosystem !== 'Go' && (!isPrivate || !path.includes('/')),
    );
    const places = stating.flatMap(({ path, licence, isPrivate }) => {
      if (licence === null) return isPrivate ? [] : [{ path, reason: 'states no licence' }];
      const isRead = /^(?:SEE LICENSE IN |UNLICENSED$)/.test(licence) || readLicence(licence) !== null;
      return isRead ? [] : [{ path, reason: 'states a licence that is no SPDX expression' }];
    });
    const cutOff = unreadable.filter((path) => isManifest(path.slice(path.lastIndexOf('/') + 1)));
    for (const path of cutOff) places.push({ path, reason: 'cannot be read, so it states no licence' });
    return byShare('no-stated-licence', { places, of: stating.length + cutOff.length, fullPercent: 50 });
  },

  'unlicensed-dependencies': (tree) => {
    const stating = packagesOf(tree).filter(({ one }) => one.licence !== null);
    const places = stating.flatMap(({ path, one }) => {
      const licence = one.licence ?? '';
      if (readLicence(licence)?.isKnown === true) return [];
      return [placeOf(path, one, licence === '' ? 'states no licence' : `has an unknown licence, ${licence}`)];
    });
    return byShare('unlicensed-dependencies', { places, of: stating.length, fullPercent: 20 });
  },

  'copyleft-dependencies': (tree) => {
    const own = tree.manifests.find(({ path, licence }) => !path.includes('/') && licence !== null)?.licence ?? '';
    // Who is under one already gives the same away.
    if (readLicence(own)?.isStrong === true) return null;
    const places = packagesOf(tree)
      .filter(({ one }) => !one.isDevelopment && readLicence(one.licence ?? '')?.isStrong === true)
      .map(({ path, one }) => placeOf(path, one, `is under ${one.licence ?? ''}`));
    return byCount('copyleft-dependencies', places, 5);
  },

  'no-readme': (tree) => (has(tree, README) ? null : missing('no-readme', 'there is no README')),
  'no-security-policy': (tree) =>
    has(tree, SECURITY) ? null : missing('no-security-policy', 'no SECURITY file says where to report a vulnerability'),
  'no-changelog': (tree) => (has(tree, CHANGELOG) ? null : missing('no-changelog', 'there is no changelog')),
  'no-contributing': (tree) =>
    has(tree, CONTRIBUTING) ? null : missing('no-contributing', 'there is no CONTRIBUTING file'),
};

function has({ paths }: TreeFacts, expression: RegExp): boolean {
  for (const path of paths) if (expression.test(path)) return true;
  return false;
}
