/** Passkeys: the browser asks for a finger, a face or a code of its own, and signs what the house wants signed. */
import { api } from './api';
import type { GuestWithToken, PasskeyChallenge } from './protocol';

/** Why this page cannot use passkeys; null if it can. */
export function whyNoPasskeys(place: Pick<Location, 'protocol' | 'hostname'>, secure: boolean, able: boolean) {
  const { protocol, hostname } = place;
  if (/^[\d.]+$|:/.test(hostname)) return 'Passkeys need a host name, and this house was opened by its IP address.';
  if (!secure && protocol !== 'https:') return 'Passkeys need an address that begins with https.';
  return able ? null : 'This browser has no passkeys.';
}

export const noPasskeysHere = (): string | null =>
  whyNoPasskeys(location, isSecureContext, 'PublicKeyCredential' in window);

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(raw, (sign) => sign.charCodeAt(0));
}

export const toText = (bytes: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const GIVEN_UP = 'No passkey was chosen.';

async function chosen(asked: Promise<Credential | null>): Promise<PublicKeyCredential> {
  const found = await asked.catch((error: unknown) => {
    const known = error instanceof DOMException && error.name === 'InvalidStateError';
    throw new Error(known ? 'This device already has a passkey of yours.' : GIVEN_UP);
  });
  if (!found) throw new Error(GIVEN_UP);
  return found as PublicKeyCredential;
}

/** Makes a passkey for this guest. */
export async function addPasskey(): Promise<void> {
  const wanted: PasskeyChallenge = await api.newPasskeyChallenge();
  const made = await chosen(
    navigator.credentials.create({
      publicKey: {
        challenge: toBytes(wanted.challenge),
        rp: { id: wanted.site, name: 'Parlour' },
        user: { id: toBytes(wanted.user ?? ''), name: wanted.name ?? '', displayName: wanted.name ?? '' },
        pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key' as const, alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        excludeCredentials: (wanted.known ?? []).map((id) => ({ type: 'public-key' as const, id: toBytes(id) })),
        attestation: 'none',
      },
    }),
  );
  const answer = made.response as AuthenticatorAttestationResponse;
  await api.addPasskey({
    id: made.id,
    client_data: toText(answer.clientDataJSON),
    attestation: toText(answer.attestationObject),
  });
}

/** Comes in as whoever has the passkey that is chosen. */
export async function comeInByPasskey(): Promise<GuestWithToken> {
  const wanted = await api.passkeyChallenge();
  const used = await chosen(
    navigator.credentials.get({
      publicKey: { challenge: toBytes(wanted.challenge), rpId: wanted.site, userVerification: 'preferred' },
    }),
  );
  const answer = used.response as AuthenticatorAssertionResponse;
  return api.byPasskey({
    id: used.id,
    client_data: toText(answer.clientDataJSON),
    authenticator_data: toText(answer.authenticatorData),
    signature: toText(answer.signature),
  });
}
