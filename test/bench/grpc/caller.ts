import { connect } from 'node:http2';
import { framed } from '../../../platform/grpc/message.ts';
import { traceExport } from '../../support/grpc.ts';

/** Calls over a connection of its own. */
export type Caller = {
  /** The status that HTTP has for the outcome, or what came instead of one. */
  readonly send: (message: Buffer, key: string) => Promise<string>;
  readonly close: () => void;
};

const statusByCode: Readonly<Record<string, string>> = { 0: '200', 8: '429', 14: '503' };

export function openCaller(url: string): Caller {
  const session = connect(url);
  session.on('error', () => undefined);
  return {
    send: (message, key) =>
      new Promise(resolve => {
        const stream = session.request({
          ':method': 'POST',
          ':path': traceExport,
          'content-type': 'application/grpc',
          te: 'trailers',
          'x-api-key': key,
        });
        let code: string | undefined;
        const note = (headers: Readonly<Record<string, unknown>>): void => {
          const status = headers['grpc-status'];
          if (typeof status === 'string') code = status;
        };
        stream.on('response', note).on('trailers', note).resume();
        stream.once('error', error => resolve(error.message));
        stream.once('close', () => resolve(statusByCode[code ?? ''] ?? `gRPC status ${code}`));
        stream.end(framed(message));
      }),
    close: () => session.close(),
  };
}
