import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { comeBack } from './sign-in';

const asked = vi.fn();

beforeEach(() => {
  asked.mockReset();
  vi.stubGlobal('fetch', asked);
  sessionStorage.setItem('parlour.sign-in', JSON.stringify({ state: 'ours', proof: 'kept', linking: true }));
});
afterEach(() => vi.unstubAllGlobals());

test('only the tab that began finishes, and only once', async () => {
  await expect(comeBack('?code=c&state=theirs')).rejects.toThrow('wasn’t begun in this tab');
  await expect(comeBack('?code=c&state=ours')).rejects.toThrow('wasn’t begun in this tab');
  expect(asked).not.toHaveBeenCalled();
});

test('whoever does not agree there is told so, in our own words', async () => {
  await expect(comeBack('?error=access_denied&error_description=Pay+me&state=ours')).rejects.toThrow(
    'You didn’t agree to sign in there. Nothing has changed.',
  );
  sessionStorage.setItem('parlour.sign-in', JSON.stringify({ state: 'ours', proof: 'kept', linking: true }));
  await expect(comeBack('?error=server_error&state=ours')).rejects.toThrow('couldn’t be signed in');
  expect(asked).not.toHaveBeenCalled();
});

test('what the provider sent goes to the house with what the tab has kept', async () => {
  asked.mockResolvedValue(new Response('{"id":"a","name":"Ann","kind":"person"}'));
  await expect(comeBack('?code=c&state=ours')).resolves.toEqual(['/you', 'From now on this account lets you in.']);
  const [path, { body }] = asked.mock.calls[0] as [string, { body: string }];
  expect(path).toBe('/api/guests/me/oidc');
  expect(JSON.parse(body)).toEqual({ code: 'c', state: 'ours', proof: 'kept' });
});
