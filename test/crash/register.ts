import { setTimeout as pause } from 'node:timers/promises';
import type { Accounts } from './accounts.ts';
import type { Load, Sender } from './load.ts';

type Registering = { readonly load: Load; readonly accounts: Accounts };

const newSenderSpans = 12;
const pauseMs = 50;

/** Registrations until stopped, through all that fails; each new sender sends once. */
export async function registerUntil(
  { load, accounts }: Registering,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const sendOnce = (sender: Sender) => load.sendOne(url, sender, newSenderSpans);
    await accounts.keepRegistering(url, sendOnce, signal);
    await pause(pauseMs, undefined, { signal }).catch(() => {});
  }
}

/** Lets so many organizations come to be that share the load later. */
export async function addSenders(
  { load, accounts }: Registering,
  url: string,
  count: number,
): Promise<readonly Sender[]> {
  const enough = new AbortController();
  const added: Sender[] = [];
  const verified = async (sender: Sender): Promise<void> => {
    load.addSender(sender);
    if (added.push(sender) >= count) enough.abort();
  };
  await accounts.keepRegistering(url, verified, enough.signal);
  return added;
}
