import { expect, test } from 'vitest';
import { toBytes, toText, whyNoPasskeys } from './passkeys';

test('bytes and text without padding are the same thing twice', () => {
  for (const bytes of [[], [0], [255, 254], [1, 2, 3], [251, 255, 191, 0]]) {
    const text = toText(Uint8Array.from(bytes).buffer);
    expect(text).not.toMatch(/[+/=]/);
    expect([...toBytes(text)]).toEqual(bytes);
  }
});

test('passkeys need a name and a safe page', () => {
  const page = (protocol: string, hostname: string) => ({ protocol, hostname });
  expect(whyNoPasskeys(page('https:', 'parlour.example.org'), true, true)).toBeNull();
  expect(whyNoPasskeys(page('http:', 'localhost'), true, true)).toBeNull();
  expect(whyNoPasskeys(page('http:', 'parlour.example.org'), false, true)).toContain('https');
  expect(whyNoPasskeys(page('https:', '10.0.0.7'), true, true)).toContain('IP address');
  expect(whyNoPasskeys(page('http:', '[::1]'), true, true)).toContain('IP address');
  expect(whyNoPasskeys(page('https:', 'parlour.example.org'), true, false)).toContain('browser');
});
