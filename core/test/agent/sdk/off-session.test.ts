import { agentsOn } from '@touchstone/core/agent/sdk.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { type FakeServer, fakeServer, type TestPlatform, testPlatform } from './fake-server.ts';

describe('attestation that is off', () => {
  let server: FakeServer;
  let platform: TestPlatform;
  beforeEach(() => {
    server = fakeServer();
    // Neither an address nor a key is needed.
    platform = testPlatform(server);
  });

  it('sends nothing and runs tools unchanged', async () => {
    const registration = {
      name: 'Clerk',
      canonicalName: 'svc.agent.example.finance.clerk.prod.001',
      tenant: 'example',
    };
    const off = await agentsOn(platform).start({ ...registration, attestation: false, allowedTools: ['a'] });
    expect(await off.tool('anything', (n: number) => n + 1)(1)).toBe(2);
    const error = new Error('x');
    await expect(off.tool('t', () => Promise.reject(error))()).rejects.toBe(error);
    const { receipt } = await off.action({ actionType: 'a', summary: 's', input: 1 });
    expect(await receipt).toBeNull();
    expect(await off.stop()).toEqual({ receipt: null, delivered: 0, refused: [], unfinished: [] });
    expect(server.requests).toHaveLength(0);
  });

  it('makes no decision up', async () => {
    const off = await agentsOn(platform).start({ agentId: 'agt_1', attestation: false });
    await expect(off.policy({ actionType: 'a', targetResource: 'b' })).rejects.toMatchObject({ reason: 'off' });
    await expect(off.approval({ summary: 's', approvers: ['a'] })).rejects.toMatchObject({ reason: 'off' });
    await expect(off.verify()).rejects.toMatchObject({ reason: 'off' });
  });
});
