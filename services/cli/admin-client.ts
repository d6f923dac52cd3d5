import { request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import { minuteMs } from '../../schemas/durations.ts';
import { parseExactJson } from '../../schemas/exact-json.ts';
import { CommandFailed } from './errors.ts';

/** Where operators' requests go: the socket file of a data folder, or a server with its token. */
export type AdminTarget =
  | { readonly kind: 'socket'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string; readonly token: string };

export type AdminRequest = {
  readonly method: 'GET' | 'POST' | 'PUT';
  readonly path: string;
  readonly body?: unknown;
};

export const socketOf = (dataDir: string): string => join(dataDir, 'admin.sock');

/** No server listens there. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

/** A rebuild of years of events may take long; silence for longer than this is none. */
const silenceMsMax = 30 * minuteMs;
const answerBytesMax = 256 * 1024 * 1024;

const problem = z.looseObject({ error: z.string() });

/** Whether a running server has the folder, without opening anything. */
export const isServed = (socketPath: string): Promise<boolean> =>
  new Promise(resolve => {
    const socket = connect(socketPath);
    const settle = (served: boolean) => (): void => {
      socket.destroy();
      resolve(served);
    };
    socket.once('connect', settle(true)).once('error', settle(false));
  });

/** The answer's body; throws `Unreachable`, or `CommandFailed` with the server's own sentence. */
export async function requestAdmin(target: AdminTarget, asked: AdminRequest): Promise<unknown> {
  const { status, text } = await exchange(target, asked);
  const body = parsed(text);
  if (status >= 200 && status < 300) return body;
  const refusal = problem.safeParse(body);
  throw new CommandFailed(
    refusal.success ? refusal.data.error : `the server answered ${status} without saying why`,
  );
}

function exchange(
  target: AdminTarget,
  { method, path, body }: AdminRequest,
): Promise<{ readonly status: number; readonly text: string }> {
  const json = body === undefined ? undefined : JSON.stringify(body);
  const headers = {
    Accept: 'application/json',
    'User-Agent': 'tidemark-cli',
    ...(json !== undefined && { 'Content-Type': 'application/json' }),
    ...(json !== undefined && { 'Content-Length': Buffer.byteLength(json) }),
    ...(target.kind === 'url' && { Authorization: `Bearer ${target.token}` }),
  };
  return new Promise((resolve, reject) => {
    // A connection that was kept from another request may be that of a server which has ended since.
    const sent = open(target, path, { method, headers, timeout: silenceMsMax, agent: false });
    sent.once('timeout', () => sent.destroy(new Error('the server did not answer in time')));
    sent.once('error', error => reject(explained(error, target)));
    sent.once('response', response => {
      const parts: Buffer[] = [];
      let bytes = 0;
      response.on('data', (part: Buffer) => {
        bytes += part.length;
        if (bytes > answerBytesMax) sent.destroy(new Error('the answer is too long'));
        else parts.push(part);
      });
      response.once('error', error => reject(explained(error, target)));
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
      );
    });
    sent.end(json);
  });
}

function open(target: AdminTarget, path: string, options: RequestOptions) {
  if (target.kind === 'socket') return httpRequest({ ...options, socketPath: target.path, path });
  const url = new URL(`${target.url}${path}`);
  return url.protocol === 'https:' ? httpsRequest(url, options) : httpRequest(url, options);
}

const absent = new Set(['ENOENT', 'ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'EAI_AGAIN']);

function explained(error: Error, target: AdminTarget): Error {
  const code = 'code' in error ? String(error.code) : '';
  const place = target.kind === 'socket' ? target.path : target.url;
  if (absent.has(code)) return new Unreachable(`nothing answers on ${place}`, { cause: error });
  return new CommandFailed(`asking ${place} failed: ${error.message}`, { cause: error });
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
