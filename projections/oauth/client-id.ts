import { timingSafeEqual } from 'node:crypto';
import type { Client } from '../../domain/oauth/client.ts';
import type { Keyring } from '../../platform/keyring/port.ts';

type Macs = Pick<Keyring, 'mac'>;

/**
 * The registration itself, with a MAC: nobody can write another one, and nothing is kept of clients, which anybody may
 * register in any number.
 */
export async function clientIdOf(client: Client, keyring: Macs): Promise<string> {
  const { registeredAtSeconds, name, redirectUris } = client;
  const text = JSON.stringify([registeredAtSeconds, name, redirectUris]);
  const body = Buffer.from(text).toString('base64url');
  const mac = await keyring.mac('client-id', body);
  return `${body}.${mac.toString('base64url')}`;
}

/** The client of an id; undefined when it was not made here. */
export async function clientOf(id: string, keyring: Macs): Promise<Client | undefined> {
  const [body = '', sent = '', ...rest] = id.split('.');
  const expected = Buffer.from((await keyring.mac('client-id', body)).toString('base64url'));
  const found = Buffer.from(sent);
  const isOurs = found.length === expected.length && timingSafeEqual(found, expected);
  return isOurs && rest.length === 0 ? clientIn(body) : undefined;
}

function clientIn(body: string): Client {
  const text = Buffer.from(body, 'base64url').toString();
  const [registeredAtSeconds, name, redirectUris] = JSON.parse(text) as [number, string, string[]];
  return { registeredAtSeconds, name, redirectUris };
}
