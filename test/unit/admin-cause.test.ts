import { equal } from 'node:assert/strict';
import { diagnose, type HealthSignals } from '../../services/admin/diagnose.ts';

const good: HealthSignals = {
  readiness: { status: 'ready', checks: { warehouse: { status: 'up' } } },
  halted: [],
  consumers: [
    { group: 'processor', topic: 'spans', partition: 0, committed: 0, end: 9, lag: 9 },
    { group: 'processor', topic: 'spans', partition: 1, committed: 0, end: 0, lag: 0 },
  ],
  projections: [{ name: 'api-keys', checkpoint: 7, lag: 0 }],
  requests: [],
  dead: 0,
};

const request = (code: string | null, reason: string | null) => ({
  at: '2026-01-01T00:00:00.000Z',
  method: 'POST',
  route: '/v1/traces',
  status: 503,
  code,
  reason,
  accepted: 0,
  refused: 0,
  client: '',
  organization_id: null,
  duration_ms: 1,
});

const down = { status: 'down', reason: 'the folder is full' } as const;

describe('the cause that status names', () => {
  it('is none when nothing is wrong', () => equal(diagnose(good), null));

  it('is the worst of what is wrong', () => {
    const behind = good.consumers.map(one => ({ ...one, lag: one.lag * 10_000 }));
    const signs: readonly Partial<HealthSignals>[] = [
      { dead: 1 },
      { projections: [{ name: 'api-keys', checkpoint: 7, lag: 5_000 }] },
      { consumers: behind },
      {
        requests: [
          request('overloaded', 'more is sent than can be taken now'),
          request(null, null),
        ],
      },
      { readiness: { status: 'unready', checks: { spool: { status: 'up' }, warehouse: down } } },
      { halted: ['partition 2 of spans is halted: 80 of the last 1000 records failed'] },
      { readiness: { status: 'stopping', checks: {} } },
    ];
    const sentences = [
      '1 record could not be processed: see tidemark dead list',
      'the projection api-keys is 5000 events behind',
      'processor is 90000 records behind on partition 0 of spans',
      '1 of the last 2 requests were rejected and may be retried: more is sent than can be taken now',
      'warehouse cannot be used: the folder is full',
      'partition 2 of spans is halted: 80 of the last 1000 records failed',
      'the server is stopping',
    ];
    let all: HealthSignals = good;
    for (const [index, sign] of signs.entries()) {
      all = { ...all, ...sign };
      equal(diagnose(all), sentences[index]);
    }
  });

  it('does not name a few requests that were told to come back', () => {
    const requests = Array.from({ length: 20 }, (_, index) =>
      request(index < 2 ? 'rate_limited' : null, null),
    );
    equal(diagnose({ ...good, requests }), null);
  });

  it('names what is down before what is only degraded', () => {
    const checks = { mail: { status: 'degraded', reason: 'slow' }, warehouse: down } as const;
    const readiness = { status: 'unready', checks } as const;
    equal(diagnose({ ...good, readiness }), 'warehouse cannot be used: the folder is full');
    const milder = { status: 'degraded', checks: { mail: checks.mail } } as const;
    equal(diagnose({ ...good, readiness: milder }), 'mail is degraded: slow');
  });
});
