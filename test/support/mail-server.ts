import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

type MailServerOptions = {
  /** The code that answers every recipient. */
  readonly refusal?: number;
  /** Offers STARTTLS, with a certificate that nobody has signed. */
  readonly startTls?: boolean;
};

/** A mail server that takes everything, or refuses every recipient. */
export async function startMailServer({ refusal, startTls = false }: MailServerOptions = {}) {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: startTls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onRcptTo: (_address, _session, done) =>
      done(
        refusal === undefined
          ? null
          : Object.assign(new Error('not here'), { responseCode: refusal }),
      ),
    onData: async (stream, _session, done) => {
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk);
      received.push(Buffer.concat(chunks).toString());
      done();
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  };
}
