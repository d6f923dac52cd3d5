import { equal } from 'node:assert/strict';
import fc from 'fast-check';
import { targetOf, targetText } from '../../schemas/telemetry/call-target.ts';
import { hourStart } from '../../schemas/window.ts';
import { type MapRange, sourcesOf } from '../../services/query-api/service-map/sources.ts';
import { holds, partOf } from '../support/property.ts';

const daySeconds = 86_400;

const asked = fc.record({
  fromSeconds: fc.nat({ max: daySeconds / 10 }).map(steps => steps * 10),
  lengthSeconds: fc.nat({ max: daySeconds / 10 }).map(steps => steps * 10),
  knownBeforeSeconds: fc.option(
    fc.nat({ max: (2 * daySeconds) / 60 }).map(minutes => minutes * 60),
    { nil: undefined },
  ),
  rows: fc.array(
    fc.record({
      time: fc.nat({ max: (2 * daySeconds) / 10 }).map(steps => steps * 10),
      known: fc.nat({ max: (2 * daySeconds) / 60 }).map(minutes => minutes * 60),
    }),
    { minLength: 1, maxLength: 20 },
  ),
});

type Row = { readonly time: number; readonly known: number };

/** In how many sources a row of the fine table is, which the hourly one has under its hours. */
const timesRead = (row: Row, range: MapRange): number =>
  sourcesOf(range).filter(({ isHourly, fromSeconds, toSeconds, knownFrom, knownBefore }) => {
    const time = isHourly ? hourStart(row.time) : row.time;
    const known = isHourly ? hourStart(row.known) : row.known;
    const isInTime = time >= fromSeconds && time < toSeconds;
    return isInTime && known >= (knownFrom ?? 0) && known < (knownBefore ?? Number.MAX_VALUE);
  }).length;

describe('the service map', () => {
  it('reads each window of a range that was known by then once, from one of both tables', async () => {
    await holds(
      fc.property(asked, ({ fromSeconds, lengthSeconds, knownBeforeSeconds, rows }) => {
        const range = { fromSeconds, toSeconds: fromSeconds + lengthSeconds, knownBeforeSeconds };
        for (const row of rows) {
          const isAsked = row.time >= fromSeconds && row.time < range.toSeconds;
          const isKnown = row.known < (knownBeforeSeconds ?? Number.MAX_VALUE);
          equal(timesRead(row, range), isAsked && isKnown ? 1 : 0, JSON.stringify(row));
        }
      }),
      partOf(20_000),
    );
  });

  const named: readonly (readonly [readonly string[], string | undefined])[] = [
    [
      ['postgresql', 'old', 'books', '', '', '', '', '', 'db.internal'],
      'database postgresql:books',
    ],
    [['', 'mysql', '', '', '', '', '', '', '', 'db.internal'], 'database mysql:db.internal'],
    [['redis'], 'database redis'],
    [['', '', '', '', 'kafka', 'paid', 'old', 'peer'], 'queue kafka:paid'],
    [['', '', '', '', '', '', '', 'pay', 'pay.internal'], 'external pay'],
    [['', '', 'books'], undefined],
  ];
  for (const [values, text] of named)
    it(`calls what ${JSON.stringify(values)} names ${text ?? 'nothing'}`, () => {
      const target = targetOf(
        Array.from({ length: 10 }, (_, place) => values[place] ?? ''),
        '',
      );
      equal(target && targetText(target), text);
    });
});
