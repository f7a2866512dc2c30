/** The address of a webhook, as the server takes it (security, S23). */
import { words } from '../../../words/administration/webhooks.ts';

export type WebhookUrl =
  | {
      readonly ok: true;
      readonly url: string;
      /** The host is an IP address. */
      readonly isNumeric: boolean;
    }
  | { readonly ok: false; readonly message: string };

export function readWebhookUrl(text: string): WebhookUrl {
  const { trouble } = words.set;
  const url = text.trim();
  if (url === '') return { ok: false, message: trouble.empty };
  if (!/^https?:\/\/[^\s@#]+$/.test(url) || !URL.canParse(url)) return { ok: false, message: trouble.form };
  const { protocol, hostname } = new URL(url);
  // The URL parser has turned every spelling of an IPv4 address into four decimal numbers.
  const isNumeric = hostname.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(hostname);
  if (protocol === 'http:' && !isNumeric) return { ok: false, message: trouble.plain };
  return { ok: true, url, isNumeric };
}
