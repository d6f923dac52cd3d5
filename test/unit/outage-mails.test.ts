import { deepEqual, doesNotMatch, equal, match } from 'node:assert/strict';
import { covers } from '../../domain/silences/silence.ts';
import { alertRuleId } from '../../schemas/alerts/ids.ts';
import { healthCheckId, type OutageId } from '../../schemas/health/ids.ts';
import { eventId } from '../../schemas/ids.ts';
import type { SilenceScope } from '../../schemas/silences/silence.ts';
import type { DescribedOutage } from '../../services/notifier/core/notices/described.ts';
import { noticeMail } from '../../services/notifier/core/notices/notice-mail.ts';
import { webhookBody } from '../../services/notifier/core/notices/posts/webhook.ts';

const outage: DescribedOutage = {
  outageId: 'o1' as OutageId,
  checkId: healthCheckId('c1'),
  why: 'first',
  checkName: 'page',
  serviceName: 'shop/eu',
  error: 'expected status 200, found 503',
  failedAtMs: 0,
};
const options = { heldBack: 0, publicUrl: 'https://tide.test' };

describe('the mail about a health check', () => {
  it('says which check of which service failed when and why, and where more is', () => {
    const { subject, text, html } = noticeMail([outage], options);
    equal(subject, '[critical] page of shop[/]eu fails');
    equal(
      text,
      [
        'page of shop[/]eu (health check)',
        'First notice: the check failed at 1970-01-01 00:00:00 UTC.',
        'First error: expected status 200, found 503',
        'https://tide.test/services/shop%2Feu',
        '',
        '',
      ].join('\n'),
    );
    equal(
      html,
      '<!doctype html><html lang="en"><body><p><strong>page of shop[/]eu (health check)</strong><br>First notice: the check failed at 1970-01-01 00:00:00 UTC.<br>First error: expected status 200, found 503<br><a href="https://tide.test/services/shop%2Feu">https://tide.test/services/shop%2Feu</a></p></body></html>',
    );
  });

  it('says that a check recovered or still fails, and that a silence is over', () => {
    const of = (fields: Partial<DescribedOutage>) =>
      noticeMail([{ ...outage, ...fields }], options);
    const recoveredAtMs = 60_000;
    const recovered = of({ why: 'resolved', recoveredAtMs });
    equal(recovered.subject, '[critical] page of shop[/]eu recovered');
    match(
      recovered.text,
      /Recovered: .* 1970-01-01 00:00:00 UTC and recovered at 1970-01-01 00:01:00/,
    );
    match(of({ why: 'reminder' }).text, /Reminder: .* and still fails\./);
    match(of({ why: 'silence_over' }).text, /A silence is over: .* and still fails\./);
    match(of({ why: 'silence_over', recoveredAtMs }).text, /over: .* and recovered at 1970/);
    equal(
      noticeMail([outage, outage], options).subject,
      '[critical] 2 notices of Tidemark alerts and checks: shop[/]eu',
    );
  });

  it('contains no markup or link of those who choose names', () => {
    const name = '<img src=x onerror=alert(1)> https://evil.example';
    const hostile = { ...outage, checkName: name, serviceName: name, error: `no ${name}` };
    const { subject, text, html } = noticeMail([hostile], options);
    for (const part of [subject, text, html])
      doesNotMatch(part, /<img|[^2F]evil\.example|\/\/evil/);
  });

  it('shows what Tidemark found as it is, and defangs names that a sender chose', () => {
    const said = (error: string) =>
      /First error: (.*)/.exec(noticeMail([{ ...outage, error }], options).text)?.[1];
    for (const own of [
      'the request failed: connect ECONNREFUSED 127.0.0.1:8080',
      'the request failed: connect ECONNREFUSED ::1:8080',
      'the URL resolves to a private address (10.0.0.7); allow its range with TIDEMARK_OUTBOUND_ALLOW',
      'no heartbeat within the interval of 60 s and half of it',
    ])
      equal(said(own), own);
    equal(
      said('the request failed: getaddrinfo ENOTFOUND evil.example'),
      'the request failed: getaddrinfo ENOTFOUND evil[.]example',
    );
    for (const link of [
      'https://a.cc',
      'feed.cc',
      'a@b.de',
      '1.2.3.4.evil.de',
      '1.2.3.4/x',
      'www.de.',
      'tel:1a',
    ])
      match(said(link) ?? '', /\[/u, link);
  });

  it('goes to programs with every field', () => {
    const { subject, text } = noticeMail([outage], options);
    const body = webhookBody({
      id: eventId('n1'),
      subject,
      text,
      described: [outage],
      publicUrl: options.publicUrl,
    });
    deepEqual(JSON.parse(body), {
      notice_id: 'n1',
      subject,
      text,
      alerts: [],
      checks: [
        {
          check_id: 'c1',
          outage_id: 'o1',
          why: 'first',
          check: 'page',
          service: 'shop/eu',
          error: 'expected status 200, found 503',
          failed_at: '1970-01-01T00:00:00.000Z',
          recovered_at: null,
        },
      ],
    });
  });

  it('is held by silences of its service or severity, and by none of a rule', () => {
    const check = { ruleId: undefined, service: 'shop', severity: 'critical' } as const;
    const isHeld = (scope: SilenceScope): boolean =>
      covers({ scope, fromMs: 0, untilMs: 1, reason: 'r' }, check);
    deepEqual(
      [
        isHeld({ service: 'shop' }),
        isHeld({ severity: 'critical' }),
        isHeld({ ruleId: alertRuleId('r') }),
        isHeld({ service: 'other' }),
        isHeld({ service: 'shop', severity: 'warning' }),
      ],
      [true, true, false, false, false],
    );
  });
});
