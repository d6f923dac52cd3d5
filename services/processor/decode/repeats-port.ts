import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { SpanIdentities } from '../core/span-identities.ts';
import type { FindRepeats } from './batch.ts';

type Answer = { readonly repeats: Uint32Array } | { readonly failed: string };

/** Runs work in a thread that asks through a port which spans are repeats; fails with what the answer failed with. */
export async function answering<Result>(
  findRepeats: FindRepeats,
  work: (port: MessagePort) => Promise<Result>,
): Promise<Result> {
  const { port1: port, port2: asker } = new MessageChannel();
  let failure: { readonly error: unknown } | undefined;
  const answer = async (identities: SpanIdentities): Promise<void> => {
    try {
      port.postMessage({ repeats: await findRepeats(identities) } satisfies Answer);
    } catch (error) {
      failure = { error };
      port.postMessage({ failed: String(error) } satisfies Answer);
    }
  };
  port.on('message', (identities: SpanIdentities) => void answer(identities));
  try {
    return await work(asker);
  } catch (error) {
    throw failure === undefined ? error : failure.error;
  } finally {
    port.close();
  }
}

/** Asks through the port, in the thread. */
export const asking =
  (port: MessagePort): FindRepeats =>
  identities =>
    new Promise((resolve, reject) => {
      port.once('message', (answer: Answer) => {
        if ('repeats' in answer) resolve(answer.repeats);
        else reject(new Error(answer.failed));
        port.close();
      });
      port.postMessage(identities);
    });
