import { describe, expect, it } from 'vitest';
import { trustedTypeRules } from '../../../src/lib/window/trusted-types.ts';

describe('security LOW-10: trusted types', () => {
  const { createHTML, createScriptURL } = trustedTypeRules('http://a.b.localhost:7433/#/verify');

  it('lets workers come from the files of the console and from nowhere else', () => {
    for (const url of ['http://a.b.localhost:7433/assets/worker-1.js', '/assets/worker-1.js', './assets/worker-1.js']) {
      expect(createScriptURL(url)).toBe(url);
    }
    for (const url of [
      '/assets/../v1/receipts/rcp_1',
      'http://localhost:7433/assets/worker-1.js',
      'data:text/javascript,alert(1)',
      'blob:http://a.b.localhost:7433/1',
      '//example.com/assets/worker-1.js',
    ]) {
      expect(createScriptURL(url), url).toBeNull();
    }
  });

  it('lets markup be read as a document that runs nothing, and be put nowhere', () => {
    expect(createHTML('<p>x</p>', 'TrustedHTML', 'DOMParser parseFromString')).toBe('<p>x</p>');
    expect(createHTML('', 'TrustedHTML', 'Element innerHTML')).toBe('');
    expect(createHTML('<p>x</p>', 'TrustedHTML', 'Element innerHTML')).toBeNull();
  });
});
