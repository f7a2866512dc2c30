/**
 * What may become markup or a script in this page (security LOW-10). Its policy of trusted types lets no text through except
 * by these rules: workers come from the console's own files, and markup is only ever read as a document that runs nothing.
 * A browser without trusted types goes on without them.
 */

/** The one policy that the console's content security policy allows; the browser asks it about every text. */
const POLICY_NAME = 'default';

interface Rules {
  readonly createHTML: (text: string, type: string, sink: string) => string | null;
  readonly createScriptURL: (url: string) => string | null;
}

/** Rules for a page at this address; null refuses. */
export function trustedTypeRules(page: string): Rules {
  const files = new URL('assets/', page).href;
  return {
    // React Aria empties its announcements with an empty text.
    createHTML: (text, _type, sink) => (text === '' || sink === 'DOMParser parseFromString' ? text : null),
    createScriptURL: (url) => (new URL(url, page).href.startsWith(files) ? url : null),
  };
}

const factory: unknown = Reflect.get(globalThis, 'trustedTypes');
if (hasPolicies(factory)) factory.createPolicy(POLICY_NAME, trustedTypeRules(document.baseURI));

function hasPolicies(value: unknown): value is { createPolicy: (name: string, rules: Rules) => unknown } {
  return typeof value === 'object' && value !== null && 'createPolicy' in value;
}
