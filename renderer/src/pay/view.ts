/** What the page shows. Text enters it as text alone: no markup is ever made of what an invoice says. */
import type { Invoice } from '@touchstone/core/commerce/invoice.ts';
import { visibleText } from '@touchstone/core/text/visible-text.ts';
import { formatAmount, formatDollars } from '../lib/amount.ts';
import { formatTime } from '../lib/format.ts';
import { words } from '../words/pay.ts';
import type { InvoiceLink, LinkProblem } from './link.ts';
import type { Settlement, Status } from './service.ts';

export type Problem = LinkProblem | 'unknown';
export type KnownStatus = Exclude<Status, 'unknown'>;

export interface View {
  looking(): void;
  problem(problem: Problem): void;
  /** The server did not say what became of the invoice. */
  refused(sentence: string, again: () => void): void;
  invoice(link: InvoiceLink, status: KnownStatus, pay: (wallet: string) => void): void;
  /** While a payment is under way the form takes no second one. */
  paying(): void;
  /** The payment was refused: the form is as it was. `isOfWallet` marks the field. */
  notPaid(sentence: string, isOfWallet: boolean): void;
  settled(settlement: Settlement): void;
}

export function createView(main: HTMLElement): View {
  const outcome = element('div', { className: 'outcome', role: 'status', tabIndex: -1 });
  const facts = element('section');
  const payment = element('section');
  main.replaceChildren(
    element('h1', { textContent: words.title }),
    element('p', { className: 'note', textContent: words.note }),
    outcome,
    facts,
    payment,
  );
  let form: PaymentForm | null = null;

  function say(tone: string, title: string, detail: string, ...more: readonly HTMLElement[]): void {
    outcome.dataset.tone = tone;
    const parts = [element('strong', { textContent: title })];
    if (detail !== '') parts.push(element('p', { textContent: detail }));
    outcome.replaceChildren(...parts, ...more);
  }

  function only(...sections: readonly HTMLElement[]): void {
    for (const section of [facts, payment]) {
      section.hidden = !sections.includes(section);
      if (section.hidden) section.replaceChildren();
    }
    if (!sections.includes(payment)) form = null;
  }

  return {
    looking() {
      only();
      say('plain', words.looking, '');
    },

    problem(problem) {
      const { title, detail } = words.problems[problem];
      only();
      say('failed', title, detail);
    },

    refused(sentence, again) {
      const button = element('button', { type: 'button', textContent: words.again });
      button.addEventListener('click', again);
      only();
      say('failed', sentence, '', button);
    },

    invoice(link, status, pay) {
      const { title, detail } = words.states[status];
      only(facts, ...(status === 'pending' ? [payment] : []));
      say(TONES[status], title, detail);
      facts.replaceChildren(element('h2', { textContent: words.facts.title }), factsOf(link));
      if (status !== 'pending') return;
      form = createForm(link.invoice, pay);
      payment.replaceChildren(element('h2', { textContent: words.payment.title }), form.element);
    },

    paying() {
      form?.busy(true);
    },

    notPaid(sentence, isOfWallet) {
      form?.busy(false);
      form?.say(sentence, isOfWallet);
    },

    settled(settlement) {
      only(facts, payment);
      form = null;
      say('verified', words.states.settled.title, words.settlement.done);
      payment.replaceChildren(element('h2', { textContent: words.settlement.title }), settlementOf(settlement));
      outcome.focus();
    },
  };
}

const TONES: Readonly<Record<KnownStatus, string>> = {
  pending: 'pending',
  settled: 'verified',
  expired: 'inconclusive',
};

interface PaymentForm {
  readonly element: HTMLElement;
  busy(isBusy: boolean): void;
  say(sentence: string, isOfWallet: boolean): void;
}

function createForm(invoice: Invoice, pay: (wallet: string) => void): PaymentForm {
  const { wallet: label, hint, pay: verb, paying } = words.payment;
  const field = element('input', {
    id: 'wallet',
    name: 'wallet',
    type: 'text',
    maxLength: 128,
    autocomplete: 'off',
    spellcheck: false,
    required: true,
  });
  field.setAttribute('aria-describedby', 'wallet-hint payment-error');
  const button = element('button', { type: 'submit', className: 'primary', textContent: verb(formatAmount(invoice)) });
  const error = element('p', { id: 'payment-error', className: 'error', role: 'alert' });
  const form = element('form', { noValidate: true });
  form.append(
    element('label', { htmlFor: 'wallet', textContent: label }),
    field,
    element('p', { id: 'wallet-hint', className: 'hint', textContent: hint }),
    error,
    button,
  );
  const say = (sentence: string, isOfWallet: boolean) => {
    error.textContent = sentence;
    field.setAttribute('aria-invalid', String(isOfWallet));
    if (sentence !== '') (isOfWallet ? field : button).focus();
  };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    if (button.getAttribute('aria-disabled') === 'true') return;
    const wallet = field.value.trim();
    say(wallet === '' ? words.errors.noWallet : '', wallet === '');
    if (wallet !== '') pay(wallet);
  });
  return {
    element: form,
    say,
    busy(isBusy) {
      // Not `disabled`, which would take the focus away.
      button.setAttribute('aria-disabled', String(isBusy));
      field.readOnly = isBusy;
      button.textContent = isBusy ? paying : verb(formatAmount(invoice));
    },
  };
}

function factsOf({ commitment, invoice }: InvoiceLink): HTMLElement {
  const text = words.facts;
  const dollars = formatDollars(invoice);
  const amount = element('span', { className: 'amount', textContent: formatAmount(invoice) });
  const rate = dollars === null ? [] : [element('span', { className: 'hint', textContent: text.inDollars(dollars) })];
  return list([
    [text.amount, [amount, ...rate]],
    [text.recipient, code(invoice.recipient_wallet)],
    [text.description, described(invoice.description)],
    [text.expires, timed(invoice.expires_at)],
    [text.issued, timed(invoice.issued_at)],
    [text.chain, [plain(text.network(invoice.chain))]],
    [text.commitment, code(commitment)],
  ]);
}

function settlementOf({ settled_at: at, tx_signature: tx, chain }: Settlement): HTMLElement {
  return list([
    [words.settlement.at, timed(at ?? '')],
    [words.settlement.transaction, code(tx ?? '')],
    [words.facts.chain, [plain(words.facts.network(chain))]],
  ]);
}

function list(rows: readonly (readonly [name: string, value: readonly HTMLElement[]])[]): HTMLElement {
  const all = element('dl');
  for (const [name, value] of rows) {
    const description = element('dd');
    description.append(...value);
    all.append(element('dt', { textContent: name }), description);
  }
  return all;
}

const plain = (text: string) => element('span', { textContent: visibleText(text) });
const code = (text: string) => [element('code', { textContent: visibleText(text) })];
const described = (text: string) =>
  text === ''
    ? [element('span', { className: 'hint', textContent: words.facts.noDescription })]
    : text.split('\n').map((line) => element('span', { className: 'line', textContent: visibleText(line) }));

function timed(iso: string): readonly HTMLElement[] {
  const time = formatTime(iso);
  if (time === null) return [plain(iso)];
  return [
    element('time', { dateTime: time.iso, textContent: time.local }),
    element('span', { className: 'hint', textContent: time.utc }),
  ];
}

function element<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  members: Partial<HTMLElementTagNameMap[T]> = {},
): HTMLElementTagNameMap[T] {
  return Object.assign(document.createElement(tag), members);
}
