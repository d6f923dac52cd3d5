import assert from 'node:assert/strict';
import { Unavailable } from '../../platform/errors.ts';
import { openLog } from '../../platform/log.ts';

describe('the log', () => {
  const openRecorded = (): { log: ReturnType<typeof openLog>; lines: string[] } => {
    const lines: string[] = [];
    const destination = { write: (line: string) => void lines.push(line) };
    return { lines, log: openLog({ level: 'info', pretty: false, destination }) };
  };

  it('writes one JSON object per line, with time and without what is below its level', () => {
    const { log, lines } = openRecorded();
    log.debug('unheard');
    log.info({ url: 'http://x' }, 'listening');
    assert.equal(lines.length, 1);
    const line = Object(JSON.parse(lines[0] ?? ''));
    assert.equal(line.msg, 'listening');
    assert.equal(line.url, 'http://x');
    assert.ok(Date.parse(line.time) > 0);
  });

  it('never writes keys, wherever in the fields they are', () => {
    const { log, lines } = openRecorded();
    const headers = { 'x-api-key': 'tmk_live_1', authorization: 'Bearer tmk_live_2' };
    log.info(
      { headers, request: { headers, api_key: 'tmk_live_3' }, apiKey: 'tmk_live_4' },
      'seen',
    );
    assert.doesNotMatch(lines.join(''), /tmk_live/u);
    assert.match(lines.join(''), /\[secret\]/u);
  });

  it('shows the stack of a bug, and of an operational error only what happened', () => {
    const { log, lines } = openRecorded();
    const cause = new Error('connect ECONNREFUSED 127.0.0.1:9000');
    log.warn({ err: new Unavailable('ClickHouse cannot be reached', { cause }) }, 'interrupted');
    log.error({ err: new TypeError('a bug') }, 'failed');
    const [operational, bug] = lines.map(line => Object(JSON.parse(line)).err);
    assert.deepEqual(operational, {
      type: 'Unavailable',
      message: 'ClickHouse cannot be reached',
      code: 'unavailable',
      cause: 'connect ECONNREFUSED 127.0.0.1:9000',
    });
    assert.match(bug.stack, /TypeError: a bug\n +at /);
  });
});
