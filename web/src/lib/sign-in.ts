/** Signing in at the house's OpenID provider: over there, and back to the page /signed-in. */
import { api, HouseError } from './api';
import { house } from './house.svelte';
import { recallJson, remember, rememberJson } from './memory';

const KEY = 'parlour.sign-in';

/** What this tab keeps until it is back. Only the tab that began can finish. */
interface Begun {
  state: string;
  proof: string;
  linking: boolean;
}

/** Leaves for the provider: to add an account to this guest, or to come in by one. */
export async function goToProvider(linking: boolean): Promise<void> {
  const { address, state, proof } = await (linking ? api.beginLink() : api.beginSignIn());
  rememberJson(KEY, { state, proof, linking } satisfies Begun, 'tab');
  location.assign(address);
}

const unchanged = (why: string): HouseError => new HouseError(`${why} Nothing has changed.`, 'bad-oidc', 0);

/** Finishes what was begun, with what the provider has put into the address. Answers with the page to go to, and why. */
export async function comeBack(query: string): Promise<[path: string, said: string]> {
  const told = new URLSearchParams(query);
  const begun = recallJson<Begun>(KEY, 'tab');
  remember(KEY, null, 'tab');
  if (!begun || told.get('state') !== begun.state) throw unchanged('This sign-in wasn’t begun in this tab.');
  if (told.get('error') === 'access_denied') throw unchanged('You didn’t agree to sign in there.');
  const code = told.get('code');
  if (told.has('error') || !code) throw unchanged('You couldn’t be signed in there.');
  const answer = { code, state: begun.state, proof: begun.proof };
  if (begun.linking) {
    await api.linkAccount(answer);
    return ['/you', 'From now on this account lets you in.'];
  }
  const came = await api.byOidc(answer);
  house.become(came);
  if (came.linked) return ['/you', `From now on this account lets you in as ${came.name}.`];
  return ['/', `Welcome back, ${came.name}.`];
}
