import { deepEqual, equal, match, ok } from 'node:assert/strict';
import type { AlertBody } from '../../schemas/alerts/parts.ts';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import { type Said, tidemark } from '../support/cli.ts';
import { type ObservedServer, startObservedServer } from '../support/observed-server.ts';
import { type Reader, readerOf } from '../support/reader.ts';
import { shownAlert } from '../support/shown-alert.ts';
import { shownReleases } from '../support/shown-releases.ts';
import { sendShop } from '../support/shown-shop.ts';
import { until } from '../support/until.ts';

const columns = 80;
const minuteMs = 60_000;

describe('the commands that read, on a terminal of 80 columns', function () {
  this.timeout(120_000);
  let server: ObservedServer;
  let ada: Reader;
  let alert: AlertBody;
  let failedTrace: string;
  let slowTrace: string;

  before(async () => {
    server = await startObservedServer();
    ada = await readerOf(server, 'ada');
    ({ failedTrace, slowTrace } = await sendShop(ada));
    await shownReleases(server, ada);
    alert = await shownAlert(server, ada);
    await server.caughtUp();
  });
  after(() => server?.close());

  const run = (args: readonly string[], ended?: AbortSignal): Promise<Said> =>
    tidemark(
      [...args, '--url', server.url],
      { TIDEMARK_API_KEY: ada.key },
      ended ?? new AbortController().signal,
      columns,
    );
  const lines = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { code, out, err } = await run(args);
    deepEqual([code, err], [0, ''], args.join(' '));
    return out.trimEnd().split('\n');
  };
  const records = async (...args: readonly string[]) => (await run([...args, '--json'])).records;
  const get = async <Body>(path: string): Promise<Body> =>
    (await server.get<Body>(path, ada.key)).body;

  it('fit their tables, and take nothing that steers a terminal from what was sent', async () => {
    for (const command of [
      'services',
      'traces',
      'errors',
      'alerts',
      'rules',
      'slos',
      'releases',
      'members',
      'anomalies',
    ]) {
      const shown = await lines(command);
      const wide = shown.filter(line => line.length > columns);
      deepEqual(wide, [], command);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      ok(!/[\u0000-\u0008\u001b\u202e]/u.test(shown.join('')), command);
    }
  });

  it('show services with the figures of the API, those that fire first', async () => {
    const [title, first] = await lines('services');
    match(title ?? '', /^service +requests +errors +p95 +alerts +version$/u);
    match(first ?? '', /^checkout +\d/u);
    const shown = await records('services');
    const { services } = await get<ResponseOf<'listServices'>>(
      `/v1/services?from=${new Date(Date.now() - 60 * minuteMs).toISOString()}`,
    );
    deepEqual(shown.map(({ name }) => name).sort(), services.map(({ name }) => name).sort());
    const detail = await lines('service', '..');
    match(detail.join('\n'), /^\.\.: 1 requests in 1h/u);
    match((await lines('service', 'checkout')).join('\n'), /POST \/orders +\d+/u);
  });

  it('show a trace as a tree', async () => {
    const shown = await lines('trace', failedTrace);
    ok(shown.some(line => /^ {2}POST payments/u.test(line)));
    ok(shown.some(line => /^ {4}POST \/charges.*failed$/u.test(line)));
    equal(shown.at(-1), `${server.url}/traces/${failedTrace}`);
    const slow = await records('traces', '--slower-than', '100', '--service', 'checkout');
    ok(slow.some(({ trace_id: id }) => id === slowTrace));
  });

  it('create an objective, show its budget, alert on it, change and delete it', async () => {
    const shared = ['--service', 'checkout', '--target', '99.5'];
    const [made = ''] = await lines('slos', 'create', '--name', 'Answers', ...shared);
    const short = /^The objective (\w{8}).* is created\.$/u.exec(made)?.[1] ?? '';
    const [title, row] = await lines('slos');
    match(title ?? '', /^id +objective +service +target +left +burn 6h +state$/u);
    match(row ?? '', new RegExp(`^${short} +Answers +checkout +99.5 % +-?\\d`, 'u'));
    const [found] = await records('slos', 'show', short);
    const shown = await lines('slos', 'show', short);
    equal(shown[2]?.startsWith(`${found?.good} of ${found?.total} requests were good, `), true);
    equal(shown.at(-1), `${server.url}/slos/${found?.id}`);
    deepEqual(await lines('slos', 'alert', short), [
      'Answers, fast burn: burn 1h/5m > 14.4 (critical)',
      'Answers, slow burn: burn 6h/30m > 6 (warning)',
    ]);
    match((await lines('rules')).join('\n'), /Answers, slow burn +burn 6h\/30m > 6 /u);
    await lines('slos', 'change', short, '--latency', '250', '--days', '7');
    match(
      (await lines('slos', 'show', short)).join('\n'),
      /checkout within 250 ms, rolling .* 7 days/u,
    );
    match((await lines('slos', 'delete', short)).join(''), /is deleted/u);
    deepEqual(await lines('slos'), ['There are no objectives.']);
  });

  it('show why an alert fired, and act on it by the beginning of its id', async () => {
    const short = alert.id.slice(0, 8);
    ok((await lines('alerts')).some(line => line.startsWith(short)));
    const shown = (await lines('alerts', 'show', short)).join('\n');
    match(shown, /^firing, critical: /u);
    match(shown, /Likely causes/u);
    ok(shown.endsWith(`${server.url}/alerts/${alert.id}`));
    deepEqual(await lines('alerts', 'acknowledge', short), ['The alert is acknowledged.']);
    match((await lines('alerts', 'silence', short, '--for', '2h'))[0] ?? '', /are held until/u);
    await server.caughtUp();
    const { silences } = await get<ResponseOf<'listSilences'>>('/v1/silences');
    deepEqual(
      silences.map(({ rule_id, service }) => [rule_id, service]),
      [[alert.rule_id, 'checkout']],
    );
    const item = await until('the item to follow its alert', async () => {
      const found = await records('triage', 'list', '--type', 'alert');
      // Other rules may fire, too.
      const own = found.find(({ entity_id: id }) => id === alert.id);
      return own?.status === 'acknowledged' && own;
    });
    const beginning = String(item?.id).slice(0, 8);
    deepEqual(await lines('triage', 'act', beginning, 'investigate'), [
      'The item is investigating.',
    ]);
    deepEqual(await lines('alerts', 'resolve', short), ['Its item in the inbox is resolved.']);
  });

  it('answer as of an instant, and link to the page of then', async () => {
    const before = new Date(Date.now() - 48 * 60 * minuteMs).toISOString();
    deepEqual(await lines('alerts', '--as-of', before), ['No alert passes these filters.']);
    deepEqual(await lines('services', '--as-of', '-2d'), [
      'No service had a request in this time.',
    ]);
    const causes = await lines('causes', 'checkout', '--window', '1h');
    ok(causes.length > 0);
  });

  it('answer a question in words', async () => {
    ok((await lines('ask', 'why', 'does', 'checkout', 'fail?'))[0]?.includes('checkout'));
  });

  it('show it again and again until the user ends it', async () => {
    const ended = new AbortController();
    const running = run(['alerts', '--watch', '1', '--json'], ended.signal);
    await server.caughtUp();
    ended.abort();
    equal((await running).code, 0);
  });

  it('say what is wrong with what they were given', async () => {
    for (const [args, told] of [
      [['alerts', 'show', '00000000'], /no alert in the list begins with 00000000/u],
      [['services', '--range', 'long'], /expected --range such as 1h, found long/u],
      [['alerts', '--as-of', 'soon'], /expected --as-of such as/u],
      [['alerts', '--as-of', '-1h', '--watch'], /the past does not change/u],
      [['alerts', '--watch', '0'], /expected --watch from 1 second on/u],
      [['triage', 'act', 'x', 'forget'], /expected acknowledge, investigate, snooze, resolve/u],
    ] as const) {
      const { code, err } = await run(args);
      equal(code, 2, args.join(' '));
      match(err, told);
    }
  });
});
