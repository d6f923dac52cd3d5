import { connect, type Socket } from 'node:net';

export type WireAnswer = { readonly status: number; readonly retryAfter: string | undefined };

/** One connection that posts one body after the other, with as little work as that takes. */
export type Wire = {
  /** What it sends next; to be written only while it is free. */
  readonly body: Buffer;
  /** Calls one of both when the answer is there and the whole body has left. */
  readonly post: (heard: (answer: WireAnswer) => void, failed: (why: string) => void) => void;
  readonly isOpen: () => boolean;
  readonly close: () => void;
};

const answerMsMax = 60_000;

/** Answers have a Content-Length, as all of Tidemark's to a POST of telemetry have. */
export function openWire(url: URL, key: string, bodyBytes: number): Wire {
  const socket = connect(Number(url.port), url.hostname).setNoDelay(true);
  const head = Buffer.from(
    `POST /v1/traces HTTP/1.1\r\nHost: ${url.host}\r\nX-API-Key: ${key}\r\n` +
      `Content-Type: application/x-protobuf\r\nContent-Length: ${bodyBytes}\r\n\r\n`,
  );
  const body = Buffer.allocUnsafeSlow(bodyBytes);
  const state = { isOpen: true, heard: '', settle: (_: WireAnswer | string): void => undefined };
  const end = (why: string): void => {
    state.isOpen = false;
    state.settle(why);
  };
  socket.setTimeout(answerMsMax, () => socket.destroy(new Error('no answer in time')));
  socket.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
  socket.on('close', () => end('closed'));
  socket.on('data', chunk => {
    state.heard += chunk.toString('latin1');
    const answer = readAnswer(state.heard);
    if (answer === undefined) return;
    state.heard = '';
    if (answer.closes) state.isOpen = false;
    state.settle(answer);
  });
  return {
    body,
    isOpen: () => state.isOpen,
    close: () => socket.destroy(),
    post: (heard, failed) => {
      let answer: WireAnswer | undefined;
      let hasLeft = false;
      const finish = (): void => {
        if (answer === undefined || !(hasLeft || !state.isOpen)) return;
        state.settle = () => undefined;
        heard(answer);
      };
      state.settle = found => {
        if (typeof found !== 'string') answer = found;
        else if (answer === undefined) {
          state.settle = () => undefined;
          failed(found);
          return;
        }
        finish();
      };
      send(socket, head, body, () => {
        hasLeft = true;
        finish();
      });
    },
  };
}

function send(socket: Socket, head: Buffer, body: Buffer, left: () => void): void {
  socket.cork();
  socket.write(head);
  socket.write(body, left);
  socket.uncork();
}

function readAnswer(heard: string): (WireAnswer & { readonly closes: boolean }) | undefined {
  const headEnd = heard.indexOf('\r\n\r\n');
  if (headEnd < 0) return undefined;
  const head = heard.slice(0, headEnd);
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (heard.length < headEnd + 4 + length) return undefined;
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: /^retry-after: *(\S+)/im.exec(head)?.[1],
    closes: /^connection: *close/im.test(head),
  };
}
