import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roleNames } from '../../../platform/config/role-names.ts';
import { isRead, type Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { unwatchResponses, watchResponses } from '../../support/described-responses.ts';
import { openEventReader } from '../../support/event-reader.ts';
import { freshSpan } from '../../support/otel-send.ts';
import { traces } from '../../support/otlp.ts';
import { messagesTo } from '../../support/outbox.ts';
import { logFile } from '../../support/role-process.ts';
import { until } from '../../support/until.ts';
import { type Attempt, type Case, cases } from './attempts.ts';
import { ofNobody } from './belongings.ts';
import { expectAlike, expectNone, expectStatus, saidIn } from './judge.ts';
import { answerTo, openStranger, type Stranger } from './stranger.ts';
import { openVictim, type Victim } from './victim.ts';

/** Those that change nothing come first: later the stranger has things of its own. */
const inOrder = (routes as readonly Route[]).toSorted(
  (left, right) => Number(isRead(right)) - Number(isRead(left)),
);

onBothEngines('a stranger with every id and name of another organization', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let victim: Victim;
  let stranger: Stranger;
  let seenBefore: Awaited<ReturnType<Victim['seen']>>;
  const nobody = ofNobody();

  before(async function () {
    tidemark = await start(this, {
      TIDEMARK_LOG_LEVEL: 'trace',
      TIDEMARK_TRUSTED_PROXIES: '127.0.0.1',
    });
    victim = await openVictim(tidemark);
    stranger = await openStranger(tidemark, known());
    seenBefore = await victim.seen();
  });
  // What the stranger gets is what the API documents describe.
  before(watchResponses);
  after(unwatchResponses);
  after(() => tidemark?.close());

  /** These names are in a key of the stranger, so the server may say them. */
  const known = () => [victim.belongings.service, nobody.service];

  /** Each process has probes of its own, and what stands before them has none. */
  const urlsOf = ({ role }: Route): string[] =>
    role === 'probe' ? [...new Set(roleNames.map(tidemark.urlOf))] : [tidemark.url];

  const judge = async (
    url: string,
    route: Route,
    tried: Case<never>,
    [attempt, likewise]: readonly [Attempt, Attempt],
    [kind, key]: readonly [string, string],
  ): Promise<void> => {
    const { statuses } = attempt;
    const answer = await answerTo(url, route, attempt, key);
    expectStatus(answer, { ...tried, ...(statuses && { statuses }) }, kind === 'live');
    const said = [...known(), ...saidIn(attempt, victim.belongings)];
    expectNone(`${answer.headers}\n${answer.body}`, victim.secrets, said);
    if (tried.isOwn) return;
    const expected = await answerTo(url, route, likewise, key);
    expectAlike(
      answer,
      expected,
      [victim.belongings, nobody].flatMap(all => Object.values(all)),
    );
  };

  /** Every key of the stranger where the route takes one. */
  const keysFor = ({ keys }: Route) =>
    Object.entries(stranger.keys).slice(0, keys === 'none' ? 1 : undefined);

  for (const route of inOrder) {
    const tried = cases[route.name as keyof typeof cases];
    if (tried === 'a stream') continue;
    it(`gets nothing of it: ${route.name}`, async () => {
      ok(tried, `expected a case for ${route.name}`);
      const expected = tried.attempts(nobody);
      const ways = urlsOf(route).flatMap(url => keysFor(route).map(key => ({ url, key })));
      for (const [index, attempt] of tried.attempts(victim.belongings).entries())
        for (const { url, key } of ways)
          await judge(url, route, tried as Case<never>, [attempt, expected[index] ?? {}], key);
    });
  }

  it('changes nothing of it', async () => {
    await tidemark.caughtUp();
    deepEqual(await victim.seen(), seenBefore);
  });

  it('gets nothing of it: streamTraces', async () => {
    const { service } = victim.belongings;
    // One that has sent nothing yet, for the other has used the ids of the victim for its own spans.
    const { ask, keys } = await openStranger(tidemark, known());
    const { live, read } = keys;
    const query = `?service=${encodeURIComponent(service)}`;
    const streams = [
      await openEventReader(tidemark.url, live, { lastEventId: '0-0' }),
      await openEventReader(tidemark.url, read, { query }),
      await openEventReader(tidemark.url, read, { query, lastEventId: '0-0' }),
    ];
    await victim.sendTrace();
    await tidemark.caughtUp();
    const own = freshSpan();
    await ask('POST', '/v1/traces', { body: traces([own], service) });
    for (const { ids, events, close } of streams) {
      await until('its own trace', () => ids().includes(own.traceId));
      expectNone(JSON.stringify(events), victim.secrets, known());
      await close();
    }
  });

  it('gets no stream with a key that may not read traces', async () => {
    for (const kind of ['pub', 'widget', 'service-scoped'] as const) {
      const answer = await stranger.ask('GET', '/v1/traces/stream', { key: stranger.keys[kind] });
      equal(answer.status, 403, kind);
    }
  });

  it('gets no mail with anything of it', async () => {
    const mails = await until('mail', async () => {
      const found = await messagesTo(tidemark.dataDirs(), stranger.email);
      return found.length >= 2 && found;
    });
    for (const mail of mails) expectNone(unfolded(mail), victim.secrets, known());
  });

  it('finds no marker in any line of the log', async () => {
    for (const dataDir of tidemark.dataDirs()) {
      const lines = (await readFile(join(dataDir, logFile), 'utf8')).split('\n');
      ok(lines.length > 1, 'expected a log');
      deepEqual(
        lines.filter(line => line.toLowerCase().includes(victim.marker)),
        [],
      );
    }
  });
});

/** The text of a mail without the soft line breaks of quoted-printable. */
const unfolded = (mail: string): string => mail.replaceAll('=\r\n', '');
