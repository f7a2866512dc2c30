import type { CDPSession, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findings } from '../accessibility.ts';
import { CHROMIUM, openSite, pressIn, type Site } from '../fixtures.ts';
import { eventually } from './admin-steps.ts';

interface Authenticator {
  readonly session: CDPSession;
  readonly id: string;
}

/** A security key that exists in Chromium only. */
async function addAuthenticator(page: Page, isUserVerified = true): Promise<Authenticator> {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'usb',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  });
  return { session, id: authenticatorId };
}

describe.skipIf(CHROMIUM === null)('device credentials in the console', () => {
  let site: Site;
  beforeAll(async () => {
    site = await openSite();
  });
  afterAll(async () => {
    await site?.close();
  });

  async function open(options: Parameters<Site['visit']>[0] = {}) {
    const visit = await site.visit({ path: '/devices', expectedErrors: [/404|409/], ...options });
    return visit;
  }

  /** The sheet of a verb. */
  async function openSheet(page: Page, verb: string): Promise<Locator> {
    await page.getByRole('button', { name: verb }).click();
    return page.getByRole('dialog', { name: verb });
  }

  async function register(page: Page, email: string): Promise<void> {
    const form = await openSheet(page, 'Register a user');
    await form.getByLabel('E-mail').fill(email);
    await form.getByLabel('Display name').fill('Ada Lovelace');
    await form.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Enrol a passkey' }).waitFor();
  }

  it('enrolls a passkey and verifies it; a copy whose counter went back does not hold', async () => {
    const visit = await open();
    const { page } = visit;
    const device = await addAuthenticator(page);
    const form = await openSheet(page, 'Register a user');
    await form.getByLabel('E-mail').fill('nobody');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByText('Enter an e-mail address.').waitFor();
    await form.getByText('Enter the name that people see.').waitFor();
    await eventually(() => form.getByLabel('E-mail').inputValue()).toBe('nobody');
    await pressIn(form, 'Escape');
    await form.waitFor({ state: 'detached' });
    await register(page, 'ada@example.com');
    await eventually(() => page.url()).toMatch(/user=usr_/);

    const verify = page.getByRole('region', { name: 'Verify', exact: true });
    await verify.getByText('This user has no passkeys yet.').waitFor();
    const enrol = await openSheet(page, 'Enrol a passkey');
    await enrol.getByRole('button', { name: 'Enrol', exact: true }).click();
    await enrol.getByText('Give the device a name.').waitFor();
    await enrol.getByLabel('Device name').fill('Virtual key');
    await enrol.getByRole('button', { name: 'Enrol', exact: true }).click();
    await page.getByRole('region', { name: 'Enrolled passkey' }).getByText('Enrolled', { exact: true }).waitFor();
    await verify.getByText('This user has 1 passkey.').waitFor();

    await verify.getByRole('button', { name: 'Verify with the device' }).click();
    await verify.locator('[data-verdict=valid]').waitFor();
    expect(await findings(page)).toEqual([]);

    // The same device again is refused by the device itself.
    await openSheet(page, 'Enrol a passkey');
    await enrol.getByLabel('Device name').fill('Virtual key');
    await enrol.getByRole('button', { name: 'Enrol', exact: true }).click();
    await enrol.getByText('This device already has a passkey for this user.').waitFor();
    await pressIn(enrol, 'Escape');
    await enrol.waitFor({ state: 'detached' });

    // A copy of the key whose counter went back.
    const { credentials } = await device.session.send('WebAuthn.getCredentials', { authenticatorId: device.id });
    const [credential] = credentials;
    if (credential === undefined) throw new Error('The device holds no credential.');
    await device.session.send('WebAuthn.removeCredential', {
      authenticatorId: device.id,
      credentialId: credential.credentialId,
    });
    await device.session.send('WebAuthn.addCredential', {
      authenticatorId: device.id,
      credential: { ...credential, signCount: 0 },
    });
    await verify.getByRole('button', { name: 'Verify with the device' }).click();
    await verify.locator('[data-verdict=invalid]').waitFor();
    await verify.getByText('a counter that went back').waitFor();
    await visit.leave();
  });

  it('says when the device does not verify its user, and when there is no passkey', async () => {
    const visit = await open();
    const { page } = visit;
    const device = await addAuthenticator(page);
    await register(page, 'grace@example.com');
    const enrol = await openSheet(page, 'Enrol a passkey');
    await enrol.getByLabel('Device name').fill('Virtual key');
    await enrol.getByRole('button', { name: 'Enrol', exact: true }).click();
    await page.getByRole('region', { name: 'Enrolled passkey' }).getByText('Enrolled', { exact: true }).waitFor();
    await device.session.send('WebAuthn.setUserVerified', { authenticatorId: device.id, isUserVerified: false });
    const verify = page.getByRole('region', { name: 'Verify', exact: true });
    await verify.getByRole('button', { name: 'Verify with the device' }).click();
    await verify.getByText('The device gave no answer').waitFor();
    await visit.leave();
  });

  it('names an unknown user at its field, and a user who is registered already', async () => {
    const visit = await open();
    const { page } = visit;
    await register(page, 'twice@example.com');
    await eventually(() => page.url()).toMatch(/user=usr_/);
    const id = /user=(usr_[A-Za-z0-9]+)/.exec(page.url())?.[1] ?? '';
    await page.getByRole('navigation', { name: 'Way back' }).getByRole('link', { name: 'Devices' }).click();
    const form = await openSheet(page, 'Register a user');
    await form.getByLabel('E-mail').fill('twice@example.com');
    await form.getByLabel('Display name').fill('Again');
    await form.getByRole('button', { name: 'Register' }).click();
    await form.getByText('already registered').first().waitFor();
    await eventually(() => form.getByLabel('E-mail').inputValue()).toBe('twice@example.com');

    await pressIn(form, 'Escape');
    await form.waitFor({ state: 'detached' });
    const known = await openSheet(page, 'Open a user');
    await known.getByLabel('User id').fill('ada');
    await known.getByRole('button', { name: 'Open', exact: true }).click();
    await known.getByText('A user id begins with usr_.').waitFor();
    await known.getByLabel('User id').fill('usr_0123456789abcdef');
    await known.getByRole('button', { name: 'Open', exact: true }).click();
    await eventually(() => known.getByLabel('User id').getAttribute('aria-invalid')).toBe('true');
    await known.getByLabel('User id').fill(id);
    await known.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: id }).waitFor();
    await visit.leave();
  });

  it('explains itself where the browser has no passkeys', async () => {
    const visit = await open({
      prepare: async (page) => {
        await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'));
      },
    });
    const { page } = visit;
    await page.getByText('This browser has no passkeys').waitFor();
    await register(page, 'old-browser@example.com');
    await eventually(() => page.getByRole('button', { name: 'Enrol a passkey' }).isDisabled()).toBe(true);
    await visit.leave();
  });
});
