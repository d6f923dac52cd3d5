import { deepEqual, equal, ok } from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { openRecentRequests } from '../../platform/http/request-log.ts';
import {
  accepts,
  liveKey,
  openSocket,
  readKey,
  startTestApp,
  type TestApp,
  unknownKey,
} from '../support/http-app.ts';
import { until } from '../support/until.ts';

const keys = [liveKey, readKey, unknownKey];

describe('a key in a query string', () => {
  let app: TestApp;
  let failure: Error;
  const recent = openRecentRequests();
  const answers: string[] = [];

  before(async () => {
    app = await startTestApp(
      {
        exportTraces: request =>
          failure === undefined ? accepts(request) : Promise.reject(failure),
        listTraces: async () => ({
          status: 200,
          body: { traces: [], total_count: 0, limit: 1, offset: 0, next_cursor: null },
        }),
      },
      { onAnswered: recent.add },
    );
  });

  after(() => app.stop());

  const send = async (target: string, method = 'POST', headers = ''): Promise<string> => {
    const socket = await openSocket(app.port);
    let answer = '';
    socket.on('data', chunk => {
      answer += String(chunk);
    });
    socket.write(
      `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}` +
        'Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
    );
    await until('the answer', () => socket.closed);
    answers.push(answer);
    return answer.slice(9, 12);
  };

  it('is used, and is in no answer, log line, metric or list of requests', async () => {
    const query = `api_key=${liveKey}`;
    equal(await send(`/v1/traces?${query}`), '200');
    equal(await send(`/v1/traces?api_key=${unknownKey}`), '401');
    equal(await send(`/v1/traces?api_key=${liveKey}x`), '401');
    equal(await send(`/v1/traces?api_key=${readKey}`), '403');
    equal(await send(`/v1/nothing?${query}`), '404');
    equal(await send(`http://x/v1/nothing?${query}`), '404');
    equal(await send(`/v1/nothing%3F${query}`), '404');
    equal(await send(`/v1/nothing/${liveKey}`), '404');
    equal(await send(`/v1/traces?${query}`, 'DELETE'), '405');
    const header = `X-API-Key: ${readKey}\r\n`;
    equal(await send(`/v1/traces?${query}`, 'GET', header), '400');
    equal(await send(`/v1/traces?${liveKey}=1`, 'GET', header), '400');
    equal(await send(`/v1/traces?sort_by=${liveKey}`, 'GET', header), '400');
    equal(await send(`/v1/traces?${query}`, 'POST', 'Content-Encoding: br\r\n'), '415');
    failure = new Error('a bug');
    equal(await send(`/v1/traces?${query}`), '500');
    failure = new Unavailable('an engine is away');
    equal(await send(`/v1/traces?${query}`), '503');
    const seen = {
      answers: answers.join('\n'),
      log: JSON.stringify(app.log),
      metrics: await app.metrics.expose(),
      recent: JSON.stringify(recent.list()),
      sent: JSON.stringify(recent.sentBy('11111111-1111-4111-8111-111111111111')),
    };
    equal(recent.list().length, answers.length);
    ok(app.log.length >= 2);
    for (const [where, text] of Object.entries(seen))
      deepEqual([where, keys.filter(key => text.includes(key))], [where, []]);
  });
});
