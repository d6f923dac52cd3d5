import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { keyedTargetText } from '../../domain/channels/keyed-target.ts';
import type { OutageId } from '../../schemas/health/ids.ts';
import { healthCheckId } from '../../schemas/health/ids.ts';
import type { Described } from '../../services/notifier/core/notices/described.ts';
import { cut } from '../../services/notifier/core/notices/posts/cut.ts';
import { discordPosts } from '../../services/notifier/core/notices/posts/discord.ts';
import { opsgeniePosts } from '../../services/notifier/core/notices/posts/opsgenie.ts';
import { pagerdutyPosts } from '../../services/notifier/core/notices/posts/pagerduty.ts';
import { teamsPosts } from '../../services/notifier/core/notices/posts/teams.ts';
import {
  firingAlert,
  noticeOf,
  resolvedAlert,
  testNoticeOf,
} from '../support/notice-services/described.ts';
import { genieKey, routingKey } from '../support/notice-services/keys.ts';

const key = 'tidemark-5f0c1b7e-9a3d-5c8e-8d3d-6f1f0c6a2b11';
const traceUrl = 'https://tide.test/traces/0af7651916cd43dd8448eb211c80319c';
const alertUrl = 'https://tide.test/alerts/5f0c1b7e-9a3d-5c8e-8d3d-6f1f0c6a2b11';
const bodyOf = ({ body }: { readonly body: string }) => JSON.parse(body);

describe('a notice to PagerDuty', () => {
  const to = keyedTargetText({ key: routingKey, region: 'us' });
  const eventsOf = (...described: readonly Described[]) =>
    pagerdutyPosts(noticeOf(to, described)).map(bodyOf);

  it('triggers an event with what is known of the alert, as it was sent', () => {
    const [request, ...others] = pagerdutyPosts(noticeOf(to, [firingAlert]));
    equal(others.length, 0);
    equal(request?.url, 'https://events.pagerduty.com/v2/enqueue');
    const { payload, ...event } = JSON.parse(request?.body ?? '');
    const { custom_details: details, ...fields } = payload;
    deepEqual(event, {
      routing_key: routingKey,
      event_action: 'trigger',
      dedup_key: key,
      client: 'Tidemark',
      client_url: alertUrl,
      links: [
        { href: alertUrl, text: 'Open in Tidemark' },
        { href: traceUrl, text: 'Trace 1' },
      ],
    });
    deepEqual(fields, {
      summary: '[critical] Errors fires',
      source: 'checkout',
      severity: 'critical',
      timestamp: '1970-01-01T00:01:00.000Z',
      component: 'checkout',
      class: 'error_rate',
    });
    deepEqual(
      [details.threshold, details.value, details.top_error, details.requests],
      ['> 5', '12.5', 'OutOfStock: no stock left', '40'],
    );
  });

  it('resolves it under the same key, with nothing else', () => {
    deepEqual(eventsOf(resolvedAlert), [
      { routing_key: routingKey, event_action: 'resolve', dedup_key: key },
    ]);
  });

  it('opens nothing of what ended in a silence, and closes what ended before it was told', () => {
    const actions = (one: Described) => eventsOf(one).map(({ event_action: action }) => action);
    const { resolved } = resolvedAlert;
    deepEqual(actions({ ...resolvedAlert, why: 'silence_over' }), ['resolve']);
    deepEqual(actions({ ...firingAlert, why: 'silence_over' }), ['trigger']);
    deepEqual(actions({ ...firingAlert, why: 'reminder' }), ['trigger']);
    deepEqual(actions({ ...firingAlert, ...(resolved && { resolved }) }), ['trigger', 'resolve']);
  });

  it('has the name of the service as programs know it, and all services for a rule of all', () => {
    const named = (scope: (typeof firingAlert)['rule']['scope']) =>
      eventsOf({ ...firingAlert, rule: { ...firingAlert.rule, scope } })[0].payload;
    const { source, component } = named({ type: 'service', service: 'shop.eu/\u202ea' });
    deepEqual([source, component], ['shop.eu/ a', 'shop.eu/ a']);
    const all = named({ type: 'global' });
    deepEqual([all.source, all.component], ['all services', undefined]);
  });

  it('tells of an outage under a key of its own', () => {
    const outage: Described = {
      outageId: 'o1' as OutageId,
      checkId: healthCheckId('c1'),
      why: 'first',
      checkName: 'page',
      serviceName: 'shop',
      error: 'expected status 200, found 503',
      failedAtMs: 0,
    };
    const [{ dedup_key: outageKey, payload }] = eventsOf(outage);
    deepEqual(
      [outageKey, payload.severity, payload.class, payload.custom_details.error],
      ['tidemark-o1', 'critical', 'health check', 'expected status 200, found 503'],
    );
  });

  it('goes to the region or the API of the channel', () => {
    const urlOf = (target: string) => pagerdutyPosts(noticeOf(target, [firingAlert]))[0]?.url;
    equal(
      urlOf(keyedTargetText({ key: routingKey, region: 'eu' })),
      'https://events.eu.pagerduty.com/v2/enqueue',
    );
    equal(
      urlOf(keyedTargetText({ key: routingKey, url: 'https://events.test/api/' })),
      'https://events.test/api/v2/enqueue',
    );
  });

  it('of a test opens an incident of the lowest severity and closes it', () => {
    const [first, second] = pagerdutyPosts(testNoticeOf(to)).map(bodyOf);
    deepEqual(
      [first.event_action, first.dedup_key, first.payload.severity, first.payload.summary],
      ['trigger', 'tidemark-n9', 'info', 'Test of a Tidemark channel'],
    );
    deepEqual([second.event_action, second.dedup_key], ['resolve', 'tidemark-n9']);
  });
});

describe('a notice to Opsgenie', () => {
  const to = keyedTargetText({ key: genieKey, region: 'eu' });

  it('creates an alert with a priority by severity, and the key in a header alone', () => {
    const [request] = opsgeniePosts(noticeOf(to, [firingAlert]));
    equal(request?.url, 'https://api.eu.opsgenie.com/v2/alerts');
    deepEqual(request?.headers, { authorization: `GenieKey ${genieKey}` });
    doesNotMatch(request?.body ?? '', new RegExp(genieKey));
    const { description, details, ...alert } = JSON.parse(request?.body ?? '');
    deepEqual(alert, {
      message: '[critical] Errors fires',
      alias: key,
      priority: 'P1',
      source: 'Tidemark',
      entity: 'checkout',
      tags: ['tidemark', 'critical'],
    });
    match(description, /First notice: the alert fired at 1970-01-01 00:01:00 UTC\./u);
    match(description, new RegExp(traceUrl));
    equal(details.alert_id, firingAlert.alertId);
    const priorities = (['critical', 'warning', 'info'] as const).map(
      severity =>
        opsgeniePosts(
          noticeOf(to, [{ ...firingAlert, rule: { ...firingAlert.rule, severity } }]),
        ).map(bodyOf)[0].priority,
    );
    deepEqual(priorities, ['P1', 'P3', 'P5']);
  });

  it('closes it by the same alias', () => {
    const [request, ...others] = opsgeniePosts(noticeOf(to, [resolvedAlert]));
    equal(others.length, 0);
    equal(request?.url, `https://api.eu.opsgenie.com/v2/alerts/${key}/close?identifierType=alias`);
    equal(bodyOf(request ?? { body: '' }).source, 'Tidemark');
  });
});

describe('a notice to Discord', () => {
  const to = 'https://discord.com/api/webhooks/1/token';
  const embedsOf = (...described: readonly Described[]) =>
    discordPosts(noticeOf(to, described)).flatMap(request => bodyOf(request).embeds);

  it('has an embed for each alert, with a colour, and mentions nobody', () => {
    const [request] = discordPosts(noticeOf(to, [firingAlert, resolvedAlert]));
    equal(request?.url, to);
    const { embeds, ...message } = bodyOf(request ?? { body: '' });
    deepEqual(message, { allowed_mentions: { parse: [] } });
    deepEqual(
      embeds.map(({ title, url, color }: Record<string, unknown>) => [title, url, color]),
      [
        ['\\[critical\\] Errors fires', alertUrl, 0xd92d20],
        ['\\[critical\\] Errors resolved', alertUrl, 0x12b76a],
      ],
    );
    deepEqual(embeds[0].fields, [{ name: 'Traces', value: `[1](${traceUrl})` }]);
  });

  it('shows markup and mentions as they are', () => {
    const name = '@everyone <@1> **a** [b](c)';
    const [{ title, description }] = embedsOf({
      ...firingAlert,
      rule: { ...firingAlert.rule, name },
      leads: { error: { type: '', message: '@here `x` _y_ ||z||' } },
    });
    equal(
      title,
      '\\[critical\\] \\[\\@\\]everyone \\[\\<\\]\\[\\@\\]1\\[\\>\\] \\[\\*\\]\\[\\*\\]a\\[\\*\\]\\[\\*\\] \\[\\[\\]b\\[\\]\\]\\[\\(\\]c\\[\\)\\] fires',
    );
    match(description, /\\\[\\@\\\]here \\\[\\`\\\]x\\\[\\`\\\] \\_y\\_/u);
  });

  it('of many alerts is several messages, none of which is too large', () => {
    const many = Array.from({ length: 23 }, () => firingAlert);
    const counts = discordPosts(noticeOf(to, many)).map(request => bodyOf(request).embeds.length);
    deepEqual(
      counts.reduce((sum, count) => sum + count, 0),
      23,
    );
    equal(counts[0], 10);
  });
});

describe('a notice to Microsoft Teams', () => {
  const to = 'https://prod-1.westeurope.logic.azure.com/workflows/1?sig=secret';

  it('is a card with a container for each alert, its texts, and links', () => {
    const [request, ...others] = teamsPosts(noticeOf(to, [firingAlert, resolvedAlert]));
    equal(others.length, 0);
    equal(request?.url, to);
    const { content } = bodyOf(request ?? { body: '' }).attachments[0];
    const [first, second] = content.body;
    deepEqual([first.style, second.style], ['attention', 'good']);
    deepEqual(first.items[0].inlines, [
      { type: 'TextRun', text: '[critical] Errors fires', weight: 'Bolder', size: 'Medium' },
    ]);
    deepEqual(first.items.at(-1).actions, [
      { type: 'Action.OpenUrl', title: 'Open in Tidemark', url: alertUrl },
      { type: 'Action.OpenUrl', title: 'Trace 1', url: traceUrl },
    ]);
  });

  it('of a test says that it is one', () => {
    const [request] = teamsPosts(testNoticeOf(to));
    match(request?.body ?? '', /This is a test of a Tidemark channel\./u);
  });
});

describe('a text with a limit', () => {
  it('is cut between characters, never within one', () => {
    equal(cut('abc', 3), 'abc');
    equal(cut('abcd', 3), 'ab…');
    equal(cut('a😀b', 4), 'a😀b');
    equal(cut('a😀bc', 4), 'a😀…');
    equal(cut('ab😀c', 4), 'ab…');
  });
});
