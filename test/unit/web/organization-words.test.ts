import { deepEqual, equal } from 'node:assert/strict';
import { referenceLink, referenceText } from '../../../services/web/pages/ask/reference.ts';
import { everyDay, type Month, storedBytes } from '../../../services/web/pages/billing/usage.ts';
import { keyRequest } from '../../../services/web/pages/keys/key-request.ts';
import { debugIdIn } from '../../../services/web/pages/source-maps/debug-id.ts';
import { bytesText } from '../../../services/web/ui/figures.ts';

const nowMs = Date.parse('2026-11-25T02:14:00Z');

describe('the request for a key', () => {
  it('has no restriction where a field is empty', () => {
    const texts = { name: 'CI', services: '', rate: '', lifetime: '' };
    deepEqual(keyRequest('read', texts, nowMs), { name: 'CI', kind: 'read' });
  });

  it('has one service and one origin a line', () => {
    const texts = {
      name: 'Shop',
      services: ' a, b \n\ncheckout',
      origins: 'https://shop.example.com',
      apps: 'on',
      rate: '60',
      lifetime: '30',
    };
    deepEqual(keyRequest('pub', texts, nowMs), {
      name: 'Shop',
      kind: 'pub',
      services: ['a, b', 'checkout'],
      allowed_origins: ['https://shop.example.com'],
      allow_no_origin: true,
      rate_per_minute: 60,
      expires_at: '2026-12-25T02:14:00.000Z',
    });
  });

  it('has origins only for keys that a web page shows', () => {
    const texts = { name: 'CI', origins: 'https://shop.example.com', apps: 'on' };
    deepEqual(keyRequest('live', texts, nowMs), { name: 'CI', kind: 'live' });
  });
});

describe('the debug id of a source map', () => {
  const id = '85314830-023f-4cf1-a267-535f4e37bb17';

  it('is found under the names that bundlers give it', () => {
    equal(debugIdIn(`{"version":3,"debugId": "${id.toUpperCase()}"}`), id);
    equal(debugIdIn(`,"debug_id":"${id}"`), id);
    equal(debugIdIn('{"version":3,"debugId":"none"}'), undefined);
  });
});

describe('the usage of a month', () => {
  const day = {
    requests: 1,
    accepted_spans: 5,
    accepted_points: 0,
    rejected: 0,
    parked: 0,
    parked_expired: 0,
    bytes: 100,
  };
  const month: Month = {
    month: '2026-11',
    status: 'open',
    traces: 3,
    bytes: 207,
    changes_bytes: 7,
    closed_at: null,
    recount: null,
    days: [
      { ...day, day: '2026-11-24' },
      { ...day, day: '2026-11-02' },
    ],
  };

  it('has every day until now, the first one first', () => {
    const days = everyDay(month, nowMs);
    equal(days.length, 25);
    deepEqual(days[0], { ...day, day: '2026-11-01', requests: 0, accepted_spans: 0, bytes: 0 });
    deepEqual(days[1], month.days[1]);
    deepEqual(days[23], month.days[0]);
    equal(everyDay(month, nowMs + 30 * 86_400_000).length, 30);
  });

  it('is what its days and its changes took', () => {
    equal(storedBytes(month), 207);
  });

  it('is written in the unit that fits', () => {
    deepEqual([0, 402, 133_500, 20_000_000_000].map(bytesText), [
      '0 B',
      '402 B',
      '134 kB',
      '20 GB',
    ]);
  });
});

describe('a reference of an answer', () => {
  const reference = { type: 'trace', id: '0af7651916cd43dd8448eb211c80319c', path: '' } as const;
  const link = { to: '/traces/$id', params: { id: reference.id } };

  it('opens the page of what it is about, of now when the answer is new', () => {
    deepEqual(referenceLink(reference, '2026-11-25T02:10:00Z', nowMs), link);
    const anomaly = { ...reference, type: 'anomaly' } as const;
    equal(referenceLink(anomaly, '2026-11-25T02:10:00Z', nowMs).to, '/anomalies/$id');
  });

  it('opens it as it was when the answer is older', () => {
    deepEqual(referenceLink(reference, '2026-11-25T01:10:20Z', nowMs), {
      ...link,
      search: { as_of: '2026-11-25T01:11:00.000Z', known: undefined },
    });
  });

  it('is named for what it leads to', () => {
    equal(referenceText(reference), 'trace 0af76519');
    equal(referenceText({ ...reference, type: 'service', id: 'checkout' }), 'checkout');
  });
});
