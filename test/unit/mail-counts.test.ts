import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { type Counted, countMail } from '../../domain/channels/mail-counts.ts';
import { type MailCounts, mailAllowances } from '../../schemas/channels/mail-counts.ts';
import { organizationId } from '../../schemas/ids.ts';
import { holds } from '../support/property.ts';

const organizations = ['a', 'b', 'c'].map(organizationId);
const [max, shareMax] = [4, 2];
const { windowMs } = mailAllowances.tests;

const mails = fc.array(
  fc.record({ by: fc.constantFrom(...organizations), afterMs: fc.nat({ max: windowMs / 2 }) }),
  { maxLength: 60 },
);

/** The same with one list of what was sent in the window. */
function openNaive() {
  let sinceMs = 0;
  let sent: readonly string[] = [];
  return (by: string, atMs: number): Counted['kind'] => {
    if (sent.length === 0 || atMs >= sinceMs + windowMs) [sinceMs, sent] = [atMs, []];
    const own = sent.filter(one => one === by);
    if (sent.length >= max || own.length >= shareMax) return 'full';
    sent = [...sent, by];
    return 'counted';
  };
}

describe('counts of mails', () => {
  it('let through no more in a window than there may be, and its share of one organization', () =>
    holds(
      fc.property(mails, wanted => {
        const naive = openNaive();
        let counts: MailCounts = {};
        let atMs = 0;
        for (const { by, afterMs } of wanted) {
          atMs += afterMs;
          const counted = countMail(counts, { kind: 'tests', by, atMs }, { max, shareMax });
          equal(counted.kind, naive(by, atMs));
          if (counted.kind === 'counted') counts = counted.counts;
        }
      }),
      300,
    ));

  it('are apart for each kind of mail', () => {
    const [by = organizationId('a')] = organizations;
    const tests = { tests: { sinceMs: 0, mails: { [by]: shareMax } } };
    const counted = countMail(tests, { kind: 'notices', by, atMs: 1 }, { max, shareMax });
    deepEqual(counted, {
      kind: 'counted',
      counts: { ...tests, notices: { sinceMs: 1, mails: { [by]: 1 } } },
    });
  });
});
