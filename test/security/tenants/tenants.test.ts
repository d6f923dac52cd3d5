import { deepEqual, equal, ok } from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { roleNames } from '../../../platform/config/role-names.ts';
import { isRead, type Route } from '../../../schemas/http/route.ts';
import { routes } from '../../../schemas/http/routes.ts';
import { listedTemplates } from '../../../services/query-api/mcp/resources.ts';
import { tools } from '../../../services/query-api/mcp/tools/all.ts';
import { onBothEngines } from '../../support/both-engines.ts';
import type { WholeTidemark } from '../../support/cluster.ts';
import { unwatchResponses, watchResponses } from '../../support/described-responses.ts';
import { openEventReader } from '../../support/event-reader.ts';
import { freshSpan } from '../../support/otel-send.ts';
import { traces } from '../../support/otlp.ts';
import { messagesTo } from '../../support/outbox.ts';
import { logFile } from '../../support/role-process.ts';
import { until } from '../../support/until.ts';
import { type Attempt, type Case, cases, resourceAttempt, toolAttempt } from './attempts.ts';
import { type Belongings, ofNobody } from './belongings.ts';
import { expectAlike, expectNone, expectStatus, saidIn } from './judge.ts';
import { answerTo, openStranger, type Stranger } from './stranger.ts';
import { plainArguments, resourceUris, toolCalls } from './tool-calls.ts';
import { openVictim, type Victim } from './victim.ts';

/** Those that change nothing come first: later the stranger has things of its own. */
const inOrder = (routes as readonly Route[]).toSorted(
  (left, right) => Number(isRead(right)) - Number(isRead(left)),
);

const callMcp = (routes as readonly Route[]).find(({ name }) => name === 'callMcp') as Route;

describe('calls of tools with ids and names of another organization', () => {
  const calls = toolCalls(ofNobody());

  it('call every tool, with every argument that names something', () => {
    for (const { name, input } of tools) {
      const given = calls.filter(([tool]) => tool === name).flatMap(call => Object.keys(call[1]));
      ok(
        calls.some(([tool]) => tool === name),
        `expected a call of ${name}`,
      );
      const others = Object.keys(input.shape).filter(argument => !plainArguments.has(argument));
      deepEqual(
        others.filter(argument => !given.includes(argument)),
        [],
        `expected calls of ${name} with these`,
      );
    }
  });

  it('read every resource', () => {
    const uris = resourceUris(ofNobody());
    for (const { uriTemplate } of listedTemplates) {
      const [start = ''] = uriTemplate.split('{');
      ok(
        uris.some(uri => uri.startsWith(start)),
        `expected a read of ${uriTemplate}`,
      );
    }
  });
});

onBothEngines('a stranger with every id and name of another organization', function (start) {
  this.timeout(180_000);
  let tidemark: WholeTidemark;
  let victim: Victim;
  let stranger: Stranger;
  /** One who has nothing yet: the stranger uses the ids of the victim for things of its own. */
  let newcomer: Stranger;
  let seenBefore: Awaited<ReturnType<Victim['seen']>>;
  const nobody = ofNobody();

  before(async function () {
    tidemark = await start(this, {
      TIDEMARK_LOG_LEVEL: 'trace',
      TIDEMARK_TRUSTED_PROXIES: '127.0.0.1',
    });
    victim = await openVictim(tidemark);
    stranger = await openStranger(tidemark, known());
    newcomer = await openStranger(tidemark, known());
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

  const triedTool: Case<never> = { attempts: () => [], statuses: [200] };

  /** Tries with things of the victim what says the same of things that do not exist. */
  const judgeTools = async (attemptsOf: (of: Belongings) => readonly Attempt[]): Promise<void> => {
    const expected = attemptsOf(nobody);
    for (const [index, attempt] of attemptsOf(victim.belongings).entries())
      for (const kind of ['live', 'service-scoped'] as const)
        await judge(
          tidemark.url,
          callMcp,
          triedTool,
          [attempt, expected[index] ?? {}],
          [kind, newcomer.keys[kind]],
        );
  };

  for (const { name } of tools.filter(({ kind }) => kind !== 'own'))
    it(`gets nothing of it by a tool: ${name}`, () =>
      judgeTools(of =>
        toolCalls(of)
          .filter(([tool]) => tool === name)
          .map(call => toolAttempt(...call)),
      ));

  it('gets nothing of it by resources', () =>
    judgeTools(of => resourceUris(of).map(resourceAttempt)));

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
