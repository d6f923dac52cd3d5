import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { keyedTargetText } from '../../domain/channels/keyed-target.ts';
import { alertId } from '../../schemas/alerts/ids.ts';
import { severities } from '../../schemas/alerts/rule.ts';
import { healthCheckId, type OutageId } from '../../schemas/health/ids.ts';
import { noticeCauses } from '../../schemas/notices/events.ts';
import type { Described } from '../../services/notifier/core/notices/described.ts';
import { postRenderers } from '../../services/notifier/core/notices/posts/renderers.ts';
import { firingAlert, noticeOf } from '../support/notice-services/described.ts';
import { discordEmbeds } from '../support/notice-services/discord.ts';
import { type Json, list, object } from '../support/notice-services/expected.ts';
import { opsgenieAlert, opsgenieClose } from '../support/notice-services/opsgenie.ts';
import { pagerdutyEvent } from '../support/notice-services/pagerduty.ts';
import { teamsContainers } from '../support/notice-services/teams.ts';
import { holds } from '../support/property.ts';

const hostile = fc.constantFrom(
  '@everyone',
  '<@&1>',
  '[a](https://evil.example)',
  '**b** `c` ~~d~~ ||e||',
  '<at>all</at>',
  '\u202e\u0000\ud800',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '😀',
  '"}],"x":[{"',
);
/** Short and long, of every character that JSON can carry. */
const anyText = fc
  .array(fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 40 }), fc.string()), {
    minLength: 1,
    maxLength: 40,
  })
  .map(parts => parts.join(''));

const traces = fc
  .array(fc.uuid(), { maxLength: 5 })
  .map(ids => ids.map(id => ({ traceId: id.replaceAll('-', ''), durationMs: 1, isError: true })));
const end = fc.option(fc.integer({ min: 0, max: 4e12 }), { nil: undefined });

const anyAlert: fc.Arbitrary<Described> = fc
  .record({
    id: fc.uuid(),
    why: fc.constantFrom(...noticeCauses),
    name: anyText,
    service: anyText,
    error: fc.record({ type: anyText, message: anyText }),
    version: anyText,
    severity: fc.constantFrom(...severities),
    exemplars: traces,
    end,
  })
  .map(({ id, why, name, service, error, version, severity, exemplars, ...one }) => ({
    ...firingAlert,
    alertId: alertId(id),
    why,
    rule: { ...firingAlert.rule, name, severity, scope: { type: 'service', service } },
    evidence: { ...firingAlert.evidence, exemplars },
    leads: { error, deployment: { version, atMs: 1_000 } },
    ...(one.end !== undefined && { resolved: { atMs: one.end, reason: 'recovered', value: 1 } }),
  }));

const anyOutage: fc.Arbitrary<Described> = fc
  .record({
    id: fc.uuid(),
    why: fc.constantFrom(...noticeCauses),
    checkName: anyText,
    serviceName: anyText,
    error: anyText,
    end,
  })
  .map(({ id, end: recoveredAtMs, ...one }) => ({
    ...one,
    outageId: id as OutageId,
    checkId: healthCheckId('c1'),
    failedAtMs: 0,
    ...(recoveredAtMs !== undefined && { recoveredAtMs }),
  }));

/** As many as one notice may be about, now and then. */
const anyNotice = fc.tuple(
  fc.array(fc.oneof(anyAlert, anyOutage), { minLength: 1, maxLength: 30 }),
  fc.constantFrom(0, 7),
);

const keyed = keyedTargetText({ key: 'R0123456789abcdefghijklmnopqrstu', region: 'us' });

type Kind = keyof typeof postRenderers;

const bodiesOf = (kind: Kind, [described, heldBack]: [readonly Described[], number]) =>
  postRenderers[kind](
    noticeOf(
      kind === 'pagerduty' || kind === 'opsgenie' ? keyed : 'https://hook.test/x',
      described,
      {
        heldBack,
      },
    ),
  ).map(({ url, body }) => ({ url, body: JSON.parse(body) as unknown }));

/** All texts in a message. */
const textsOf = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : [];

describe('notices for other services, whatever names and errors senders choose', function () {
  this.timeout(120_000);

  it('are events that PagerDuty takes', () =>
    holds(
      fc.property(anyNotice, notice => {
        for (const { body } of bodiesOf('pagerduty', notice)) pagerdutyEvent(body);
      }),
      60,
    ));

  it('are alerts that Opsgenie takes', () =>
    holds(
      fc.property(anyNotice, notice => {
        for (const { url, body } of bodiesOf('opsgenie', notice))
          if (url.endsWith('/v2/alerts')) opsgenieAlert(body);
          else opsgenieClose(body);
      }),
      60,
    ));

  it('are messages that Discord takes, all of them together with every alert, without markup or mentions', () =>
    holds(
      fc.property(anyNotice, notice => {
        const embeds = bodiesOf('discord', notice).flatMap(({ body }) => discordEmbeds(body));
        equal(embeds.length, notice[0].length + (notice[1] > 0 ? 1 : 0));
        // Without what is escaped, nothing is left that Markdown or a mention begins with.
        for (const { title, description } of embeds)
          for (const said of [title, description])
            ok(!/[\\*_~`|<>#[\]()@:]/u.test(String(said).replace(/\\[^A-Za-z0-9\s]/gu, '')));
      }),
      60,
    ));

  it('are cards that Teams takes, all of them together with every alert, without half a function', () =>
    holds(
      fc.property(anyNotice, notice => {
        const containers = bodiesOf('teams', notice).flatMap(({ body }) => teamsContainers(body));
        equal(containers.length, notice[0].length + (notice[1] > 0 ? 1 : 0));
        for (const said of containers.flatMap(textsOf)) ok(!said.includes('{{'));
      }),
      60,
    ));

  it('open and close incidents under one key for each alert or outage, and leave those closed that ended', () =>
    holds(
      fc.property(anyNotice, notice => {
        const actions = new Map<string, string[]>();
        for (const { body } of bodiesOf('pagerduty', notice)) {
          const { dedup_key: key, event_action: action } = pagerdutyEvent(body);
          actions.set(key, [...(actions.get(key) ?? []), action]);
        }
        const ended = new Map(
          notice[0].map(one => {
            const id = 'outageId' in one ? one.outageId : one.alertId;
            const isOver =
              one.why === 'resolved' ||
              ('outageId' in one ? one.recoveredAtMs : one.resolved) !== undefined;
            return [`tidemark-${id}`, isOver];
          }),
        );
        deepEqual([...actions.keys()].sort(), [...ended.keys()].sort());
        for (const [key, [...each]] of actions)
          equal(each.at(-1), ended.get(key) ? 'resolve' : 'trigger');
      }),
      60,
    ));

  it('say which alerts a message is about, so that the rest of a notice can follow alone', () =>
    holds(
      fc.property(anyNotice, ([described, heldBack]) => {
        for (const kind of Object.keys(postRenderers) as Kind[]) {
          const to = kind === 'pagerduty' || kind === 'opsgenie' ? keyed : 'https://hook.test/x';
          const names = postRenderers[kind](noticeOf(to, described, { heldBack })).map(
            ({ name }) => name,
          );
          equal(new Set(names).size, names.length, kind);
        }
      }),
      30,
    ));
});

describe('the checks of these tests', () => {
  it('refuse what the services refuse', () => {
    const [event] = bodiesOf('pagerduty', [[firingAlert], 0]);
    const [alert] = bodiesOf('opsgenie', [[firingAlert], 0]);
    const [message] = bodiesOf('discord', [[firingAlert], 0]);
    const [card] = bodiesOf('teams', [[firingAlert], 0]);
    const payload = object(object(event?.body, '').payload, '');
    const [embed] = list(object(message?.body, '').embeds, '') as readonly Json[];
    const refused: readonly (() => unknown)[] = [
      () => pagerdutyEvent({ ...object(event?.body, ''), routing_key: 'short' }),
      () =>
        pagerdutyEvent({
          ...object(event?.body, ''),
          payload: { ...payload, summary: 'x'.repeat(1_025) },
        }),
      () => pagerdutyEvent({ ...object(event?.body, ''), payload: { ...payload, severity: 'P1' } }),
      () => opsgenieAlert({ ...object(alert?.body, ''), message: 'x'.repeat(131) }),
      () => opsgenieAlert({ ...object(alert?.body, ''), details: { a: 'x'.repeat(8_000) } }),
      () => discordEmbeds({ ...object(message?.body, ''), allowed_mentions: { parse: ['users'] } }),
      () => discordEmbeds({ ...object(message?.body, ''), embeds: [{ ...embed, title: '' }] }),
      () => discordEmbeds({ ...object(message?.body, ''), embeds: Array(11).fill(embed) }),
      () => teamsContainers({ ...object(card?.body, ''), more: 'x'.repeat(28 * 1024) }),
    ];
    for (const [index, read] of refused.entries()) {
      let isRefused = false;
      try {
        read();
      } catch {
        isRefused = true;
      }
      ok(isRefused, String(index));
    }
  });
});
