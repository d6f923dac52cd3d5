import type { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { HttpProblem } from '../problem.ts';

/** Why the rest of the request on a socket is not waited for; also an event on that socket. */
const reasons = new WeakMap<EventEmitter, HttpProblem>();
const broken = Symbol('broken');

/** Why the rest of the request on this socket is not waited for; undefined while it is. */
export const brokenReason = (socket: EventEmitter): HttpProblem | undefined => reasons.get(socket);

/** Calls back once it is not waited for any more; what is returned takes that back. */
export function onBrokenOff(
  socket: EventEmitter,
  heard: (problem: HttpProblem) => void,
): () => void {
  socket.once(broken, heard);
  return () => void socket.off(broken, heard);
}

/** From now on nobody waits for the rest of the request on this socket. */
export function breakOff(socket: EventEmitter, problem: HttpProblem): void {
  reasons.set(socket, problem);
  socket.emit(broken, problem);
}

/**
 * Answers a request that Node cannot parse or does not wait for any longer. The app is notified at once,
 * so that it releases what it holds of the body; a client that stays connected after the answer, or
 * that is in the middle of another answer, is disconnected.
 */
export function answerBroken(
  error: Error,
  socket: Socket,
  { response, closeMs }: { response: ServerResponse | undefined; closeMs: number },
): void {
  const code = 'code' in error ? String(error.code) : '';
  const problem = problemOf(code);
  breakOff(socket, problem);
  if (socket.destroyed || socket.writableEnded) return;
  if (code === 'ECONNRESET' || response?.headersSent === true) {
    socket.destroy();
    return;
  }
  socket.end(textOf(problem));
  const timer = setTimeout(() => socket.destroy(), closeMs).unref();
  socket.once('close', () => clearTimeout(timer));
}

const statuses: Readonly<Record<string, readonly [status: number, message: string]>> = {
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
};

function problemOf(code: string): HttpProblem {
  const [status, message] = statuses[code] ?? [400, 'Bad Request'];
  return new HttpProblem({ status, code: 'invalid_http', message });
}

function textOf({ status, code, message }: HttpProblem): string {
  const body = JSON.stringify({ error: message, code });
  return (
    `HTTP/1.1 ${status} ${message}\r\nConnection: close\r\nX-Content-Type-Options: nosniff\r\n` +
    `Content-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );
}
