import { equal } from 'node:assert/strict';
import { openLimit } from '../../services/ingest-api/core/adaptive-limit.ts';

describe('the limit of what is under way', () => {
  const open = () => openLimit({ min: 100, max: 1000, targetMs: 50, step: 10 });

  it('shrinks once for all that were late together, and grows while it is made use of', () => {
    const limit = open();
    for (let late = 0; late < 5; late++) limit.ended({ tookMs: 80, inUse: 1000, atMs: late });
    equal(limit.value(), 900);
    limit.ended({ tookMs: 80, inUse: 500, atMs: 100 });
    equal(limit.value(), 450);
    limit.ended({ tookMs: 10, inUse: 100, atMs: 101 });
    equal(limit.value(), 450);
    limit.ended({ tookMs: 10, inUse: 400, atMs: 102 });
    equal(limit.value(), 460);
  });

  it('stays between its bounds', () => {
    const limit = open();
    for (let at = 0; at < 100; at++) limit.ended({ tookMs: 51, inUse: 1000, atMs: at * 1000 });
    equal(limit.value(), 100);
    for (let at = 0; at < 200; at++) limit.ended({ tookMs: 1, inUse: 1000, atMs: at });
    equal(limit.value(), 1000);
  });
});
