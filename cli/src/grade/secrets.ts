/** Secrets in the text of a file: forms that nothing but a secret has, and passwords that are assigned. */

export interface SecretFound {
  readonly line: number;
  /** What it looks like; never the secret itself. */
  readonly what: string;
}

/** Each form begins with letters that are looked for first, so that most text costs no expression. */
const FORMS: readonly (readonly [begin: string, form: RegExp, what: string])[] = [
  ['-----BEGIN', /-----BEGIN (?:(?:RSA|EC|DSA|OPENSSH|ENCRYPTED|PGP) )?PRIVATE KEY(?: BLOCK)?-----/g, 'a private key'],
  ['A', /\b(?:AKIA|ASIA)[A-Z2-7]{16}\b/g, 'an AWS access key'],
  ['gh', /\bgh[pousr]_[A-Za-z0-9]{36,255}\b/g, 'a GitHub token'],
  ['github_pat_', /\bgithub_pat_[A-Za-z0-9_]{50,255}\b/g, 'a GitHub token'],
  ['glpat-', /\bglpat-[A-Za-z0-9_-]{20,64}\b/g, 'a GitLab token'],
  ['xox', /\bxox[abeoprs]-[A-Za-z0-9-]{20,255}\b/g, 'a Slack token'],
  [
    'hooks.slack.com',
    /hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{20,}/g,
    'a Slack webhook',
  ],
  ['AIza', /\bAIza[A-Za-z0-9_-]{35}\b/g, 'a Google API key'],
  ['_live_', /\b(?:sk|rk)_live_[A-Za-z0-9]{20,255}\b/g, 'a Stripe key'],
  ['npm_', /\bnpm_[A-Za-z0-9]{36}\b/g, 'an npm token'],
  ['pypi-', /\bpypi-AgEIcHlwaS5vcmc[A-Za-z0-9_-]{50,255}\b/g, 'a PyPI token'],
  ['SG.', /\bSG\.[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}\b/g, 'a SendGrid key'],
  ['sk-', /\bsk-(?:ant-[a-z0-9]+-|proj-)?[A-Za-z0-9_-]{40,255}\b/g, 'an API key of a language model'],
  ['svc_live_', /\bsvc_live_[A-Za-z0-9]{32,255}\b/g, 'a Touchstone API key'],
  ['eyJ', /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{20,}\b/g, 'a JSON web token'],
  [
    '://',
    /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:@/'"`<>{}$]{1,64}:[^\s:@/'"`<>{}$*]{6,64}@[a-z0-9.-]+/gi,
    'an address with a password',
  ],
];

/** `password = "…"`, `"api_key": "…"` and the like. */
const ASSIGNED =
  /(?:password|passwd|secret|api_?key|access_?token|auth_?token|private_?key)["']?\s*[:=]\s*(["'`])([^"'`\s]{12,200})\1/gi;
/** Texts that stand where a secret would be, or are none. */
const PLACEHOLDER =
  /example|placeholder|changeme|change_me|your|xxxx|test|dummy|sample|fake|secret|password|passphrase|token|\.\.\.|[<>{}$%*]|^[a-z]+(?:[-_. /][a-z]+)*$|^(.)\1+$/i;
/** Different characters that a machine-made text has at least; a person's has fewer, or no digit. */
const LEAST_DIFFERENT = 10;

/** A longer line is searched in pieces, each with the end of the one before. */
const PIECE = 4_000;
const OVERLAP = 600;

export function secretsIn(text: string): readonly SecretFound[] {
  const forms = FORMS.filter(([begin]) => text.includes(begin));
  const isAssigned = /password|passwd|secret|key|token/i.test(text);
  if (forms.length === 0 && !isAssigned) return [];
  const found: SecretFound[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    for (const piece of piecesOf(line)) {
      const form = forms.find(([, expression]) => piece.search(expression) >= 0 && !isExample(piece, expression));
      const what = form?.[2] ?? (isAssigned && hasAssigned(piece) ? 'a password or key in clear' : null);
      if (what === null) continue;
      found.push({ line: index + 1, what });
      break;
    }
  }
  return found;
}

function piecesOf(line: string): readonly string[] {
  if (line.length <= PIECE) return [line];
  const step = PIECE - OVERLAP;
  return Array.from({ length: Math.ceil((line.length - OVERLAP) / step) }, (_, at) =>
    line.slice(at * step, at * step + PIECE),
  );
}

/** AWS publishes keys whose names end so, and everybody's documentation has them. */
function isExample(line: string, expression: RegExp): boolean {
  return [...line.matchAll(expression)].every(([match]) =>
    /EXAMPLE|example|xxxx|\.\.\.|localhost|:password@|:pass@/i.test(match),
  );
}

function hasAssigned(line: string): boolean {
  return [...line.matchAll(ASSIGNED)].some(([, , value = '']) => !PLACEHOLDER.test(value) && isMachineMade(value));
}

function isMachineMade(text: string): boolean {
  return new Set(text).size >= LEAST_DIFFERENT && /[0-9]/.test(text) && /[A-Za-z]/.test(text);
}
