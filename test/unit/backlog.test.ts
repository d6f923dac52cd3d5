import { equal } from 'node:assert/strict';
import { openBacklog } from '../../services/ingest-api/admission/consumer-lag.ts';
import { backlogLimits, openTestGate, organization } from '../support/test-gate.ts';

describe('the backlog beside a processor', () => {
  const record = (partition: string, atMs: number) => ({
    organization: 'a',
    partition,
    bytes: 100,
    atMs,
  });
  const begun = () => {
    const backlog = openBacklog(backlogLimits);
    backlog.processed(
      ['0', '1'].map(partition => ({ partition, committed: 7 })),
      0,
    );
    return backlog;
  };

  it('makes room for as many records as were processed', () => {
    const backlog = begun();
    for (let count = 0; count < 3; count++) backlog.appended(record('0', 10));
    backlog.appended(record('1', 10));
    equal(backlog.shares.total(), 400);
    backlog.processed([{ partition: '0', committed: 9 }], 100);
    equal(backlog.shares.total(), 200);
    backlog.processed([{ partition: '1', committed: 20 }], 100);
    equal(backlog.shares.held('a'), 100);
  });

  it('turns away once it is full, and an organization with less than its share never', () => {
    const backlog = begun();
    const { ask } = openTestGate({ backlog });
    for (let count = 0; count < 10; count++) backlog.appended(record('0', 10));
    equal(ask(1, 100), undefined);
    for (let count = 0; count < 4; count++)
      backlog.appended({ ...record('0', 10), organization: organization(1) });
    equal(ask(1, 100), undefined);
    backlog.appended({ ...record('0', 10), organization: organization(1) });
    equal(ask(1, 100), 'backlog');
  });

  it('does not wait for a partition that stands still, until it moves again', () => {
    const backlog = begun();
    for (let count = 0; count < 10; count++) backlog.appended(record('0', 10));
    backlog.appended(record('1', 10));
    backlog.processed([{ partition: '0', committed: 7 }], 4000);
    equal(backlog.shares.total(), 1100);
    backlog.processed([{ partition: '0', committed: 7 }], 5010);
    equal(backlog.shares.total(), 100);
    backlog.appended(record('0', 5020));
    equal(backlog.shares.total(), 100);
    backlog.processed([{ partition: '0', committed: 8 }], 5030);
    backlog.appended(record('0', 5040));
    equal(backlog.shares.total(), 200);
  });

  it('shrinks when records wait longer than they may', () => {
    const backlog = begun();
    for (let count = 0; count < 10; count++) backlog.appended(record('0', 10));
    backlog.processed([{ partition: '0', committed: 8 }], 2000);
    equal(backlog.limit(), 900);
  });
});
