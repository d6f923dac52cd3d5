import { deepEqual, equal, match } from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { openDocs } from '../../platform/http/documents/docs.ts';
import { openApiDocument } from '../../platform/http/documents/openapi.ts';
import { eventStream } from '../../platform/http/responses/event-stream.ts';
import { features } from '../../schemas/features.ts';
import { accepts, liveKey, openSocket, startTestApp, type TestApp } from '../support/http-app.ts';

const host = 'Host: x\r\n';

describe('the headers of every answer', () => {
  let app: TestApp;

  before(async () => {
    app = await startTestApp(
      {
        ...openDocs(openApiDocument({ areas: features, version: '1', url: 'http://x' })),
        exportTraces: accepts,
        listTraces: () => Promise.reject(new Error('a bug')),
        streamTraces: async () => ({
          status: 200,
          body: eventStream(texts, () => undefined),
        }),
      },
      {},
      { headersTimeoutMs: 200, timeoutCheckMs: 10 },
    );
  });

  after(() => app.stop());

  async function* texts(): AsyncGenerator<string> {
    yield ': connected\n\n';
  }

  const headOf = async (text: string): Promise<string> => {
    const socket = await openSocket(app.port);
    socket.write(text);
    const [answer] = await once(socket, 'data');
    socket.destroy();
    return String(answer).split('\r\n\r\n', 1)[0] ?? '';
  };
  const keyed = `${host}X-API-Key: ${liveKey}\r\n`;

  for (const [what, status, text] of [
    ['a success', 200, `POST /v1/traces HTTP/1.1\r\n${keyed}Content-Length: 2\r\n\r\n{}`],
    ['a page', 200, `GET /docs HTTP/1.1\r\n${host}\r\n`],
    ['a stream', 200, `GET /v1/traces/stream HTTP/1.1\r\n${keyed}\r\n`],
    ['a preflight', 204, `OPTIONS /v1/traces HTTP/1.1\r\n${host}\r\n`],
    ['a wrong key', 401, `GET /v1/traces HTTP/1.1\r\n${host}\r\n`],
    ['a wrong path', 404, `GET /nothing HTTP/1.1\r\n${host}\r\n`],
    ['a wrong method', 405, `DELETE /v1/traces HTTP/1.1\r\n${host}\r\n`],
    ['too much', 413, `POST /v1/traces HTTP/1.1\r\n${keyed}Content-Length: 99999999\r\n\r\n`],
    ['an unknown expectation', 417, `GET /docs HTTP/1.1\r\n${host}Expect: all\r\n\r\n`],
    ['a bug', 500, `GET /v1/traces HTTP/1.1\r\n${keyed}\r\n`],
    ['no HTTP', 400, 'what is this\r\n\r\n'],
    ['no Host', 400, 'GET /docs HTTP/1.1\r\n\r\n'],
    ['a head that does not end', 408, 'GET /docs HTTP/1.1\r\n'],
    ['a long head', 431, `GET /docs HTTP/1.1\r\n${host}X: ${'x'.repeat(20_000)}\r\n\r\n`],
  ] as const) {
    it(`forbid browsers to guess the type of the answer to ${what}`, async () => {
      const head = await headOf(text);
      match(head, new RegExp(`^HTTP/1\\.1 ${status} `));
      equal(head.match(/^x-content-type-options: nosniff$/gim)?.length, 1, head);
    });
  }

  it('let the page of the documentation load and run nothing', async () => {
    const answer = await fetch(`${app.url}/docs`);
    const page = await answer.text();
    const [, style = ''] = /<style>([\s\S]*?)<\/style>/.exec(page) ?? [];
    const hash = createHash('sha256').update(style).digest('base64');
    deepEqual(answer.headers.get('Content-Security-Policy')?.split('; '), [
      "default-src 'none'",
      `style-src 'sha256-${hash}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ]);
    equal(/<script|<link|<img|<iframe|style=|\son\w+=/i.exec(page), null);
  });
});
