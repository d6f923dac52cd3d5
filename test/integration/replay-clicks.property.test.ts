import { deepEqual, equal } from 'node:assert/strict';
import fc from 'fast-check';
import { clickRules } from '../../domain/replays/clicks.ts';
import { randomUuid } from '../../platform/uuid.ts';
import { organizationId } from '../../schemas/ids.ts';
import { replayLimits } from '../../services/ingest-api/replays/config.ts';
import { replayReadLimits } from '../../services/query-api/replays/config.ts';
import { clicksOfSessions } from '../../services/query-api/replays/session-clicks.ts';
import { holds, partOf } from '../support/property.ts';
import {
  anyEvent,
  beginMs,
  changeAt,
  clickAt,
  type Event,
  mouseAt,
  readEvents,
} from '../support/recorded-clicks.ts';
import { testWarehouse } from '../support/warehouse.ts';

type Chunk = { readonly segment: number; readonly detail: object };

/** As it is stored, in the order in which chunks came; the same chunk again has the same id. */
type Session = readonly Chunk[];

const chunkOf = (events: readonly object[], segment: number): Chunk => ({
  segment,
  detail: { segment, ...readEvents(events) },
});

/** A chunk of an earlier release. */
const withoutMoments = ({ segment, detail }: Chunk): Chunk => ({
  segment,
  detail: { ...detail, moments: undefined },
});

/** What is read of some sessions of one organization, in their order. */
async function clicksOf(sessions: readonly Session[]) {
  const warehouse = await testWarehouse();
  const organization = organizationId(randomUuid());
  const nowMs = Date.now();
  const named = sessions.map(chunks => ({ subject: randomUuid(), chunks }));
  const values = named.flatMap(({ subject, chunks }) => {
    const ids = new Map<number, string>();
    return chunks.map(({ segment, detail }, turn) => {
      const id = ids.get(segment) ?? randomUuid();
      ids.set(segment, id);
      return `('${organization}', '${subject}', fromUnixTimestamp64Milli(${nowMs + turn}), '${id}', 'replay', '${JSON.stringify(detail)}')`;
    });
  });
  await warehouse.command(
    `INSERT INTO samples (organization, subject, time, sample, kind, detail) VALUES ${values.join(', ')}`,
  );
  const subjects = named.map(({ subject }) => subject);
  const asked = { organization, subjects, from: nowMs - 1_000, to: nowMs + 100_000 };
  const found = await clicksOfSessions(asked, { warehouse, signal: AbortSignal.timeout(60_000) });
  return subjects.map(found);
}

const countsOf = async (session: Session): Promise<readonly [rage: number, dead: number]> => {
  const [found] = await clicksOf([session]);
  return [found?.rage ?? -1, found?.dead ?? -1];
};

const anySplit = fc.record({
  events: fc.array(anyEvent, { minLength: 1, maxLength: 40 }),
  isOrdered: fc.boolean(),
  cuts: fc.array(fc.nat({ max: 40 }), { maxLength: 8 }),
  /** In which order chunks come, and which come again. */
  turns: fc.infiniteStream(fc.nat({ max: 1_000 })),
  isRepeated: fc.infiniteStream(fc.boolean()),
});

type Split = typeof anySplit extends fc.Arbitrary<infer Value> ? Value : never;

const inOrder = ({ events, isOrdered }: Split): readonly Event[] =>
  isOrdered ? events.toSorted((one, other) => one.timestamp - other.timestamp) : events;

function sessionOf(split: Split): Session {
  const events = inOrder(split);
  const cuts = [...new Set([0, ...split.cuts.filter(cut => cut < events.length), events.length])];
  const bounds = cuts.sort((one, other) => one - other);
  const chunks = bounds
    .slice(1)
    .map((end, segment) => chunkOf(events.slice(bounds[segment], end), segment));
  const draw = <Value>(stream: Iterator<Value>): Value => stream.next().value as Value;
  return chunks
    .flatMap(chunk => (draw(split.isRepeated) ? [chunk, chunk] : [chunk]))
    .map(chunk => ({ chunk, turn: draw(split.turns) }))
    .sort((one, other) => one.turn - other.turn)
    .map(({ chunk }) => chunk);
}

describe('clicks of a session', function () {
  this.timeout(120_000);

  it('are those of one chunk, however it is split, in whatever order and how often its chunks come', () =>
    holds(
      fc.asyncProperty(fc.array(anySplit, { minLength: 20, maxLength: 40 }), async splits => {
        const found = await clicksOf(splits.map(sessionOf));
        const expected = splits.map(split => {
          const { rageClicks = 0, deadClicks = 0 } = readEvents(inOrder(split));
          return [rageClicks, deadClicks];
        });
        deepEqual(
          found.map(({ rage, dead }) => [rage, dead]),
          expected,
        );
        for (const { rage, dead, rageAtMs, deadAtMs } of found)
          deepEqual([rageAtMs.length, deadAtMs.length], [rage, dead]);
      }),
      partOf(50, 5),
    ));

  it('are dead or not by what a later chunk says, and a burst goes on in it', async () => {
    const clicks = (...afterMs: number[]) => afterMs.map(after => clickAt(beginMs + after));
    const first = chunkOf(clicks(0, 400), 0);
    const burst = chunkOf([...clicks(800, 1_200), mouseAt(beginMs + 9_000)], 1);
    const change = chunkOf([changeAt(beginMs + 2_000), mouseAt(beginMs + 9_000)], 1);
    deepEqual(await countsOf([first]), [0, 0]);
    deepEqual(await countsOf([burst, first]), [1, 4]);
    deepEqual(await countsOf([change, first]), [0, 0]);
    const [found] = await clicksOf([[burst, first]]);
    deepEqual(found?.rageAtMs, [beginMs]);
    deepEqual(
      found?.deadAtMs.map(ms => ms - beginMs),
      [0, 400, 800, 1_200],
    );
  });

  it('are not judged before a chunk that is missing, until it comes', async () => {
    const early = chunkOf(
      [clickAt(beginMs), clickAt(beginMs + 3_000), mouseAt(beginMs + 4_000)],
      0,
    );
    const missing = chunkOf([mouseAt(beginMs + 8_000)], 1);
    const late = chunkOf([mouseAt(beginMs + 60_000)], 2);
    deepEqual(await countsOf([early, late]), [0, 1]);
    deepEqual(await countsOf([early, late, missing]), [0, 2]);
    // A reload counts anew, and nothing is missing.
    const reloaded = chunkOf([mouseAt(beginMs + 60_000)], 0);
    deepEqual(await countsOf([early, { ...reloaded, segment: 9 }]), [0, 2]);
  });

  it('count by chunk where a chunk is of an earlier release, and judge none beside it', async () => {
    const old = withoutMoments(
      chunkOf([...[0, 100, 200].map(ms => clickAt(beginMs + ms)), mouseAt(beginMs + 5_000)], 1),
    );
    const before = chunkOf([clickAt(beginMs - 5_000), clickAt(beginMs - 1_000)], 0);
    deepEqual(await countsOf([old]), [1, 3]);
    deepEqual(await countsOf([before, old]), [1, 4]);
    const [found] = await clicksOf([[before, old]]);
    deepEqual(found?.deadAtMs, [beginMs - 5_000]);
  });

  it('count by chunk where there are more than are kept of a chunk, or of a session', async () => {
    const { clicksMax } = replayLimits.moments;
    const many = (count: number, fromMs: number) =>
      Array.from({ length: count }, (_, index) => clickAt(fromMs + index * 2_000));
    const full = readEvents(many(clicksMax, beginMs));
    equal(full.moments?.clicks.length, clicksMax);
    equal(readEvents(many(clicksMax + 1, beginMs)).moments, undefined);
    const effects = (count: number) =>
      Array.from({ length: count }, (_, index) => changeAt(beginMs + index * 4_000));
    const { answeredMax } = replayLimits.moments;
    equal(readEvents(effects(answeredMax)).moments?.answered.length, answeredMax);
    equal(readEvents(effects(answeredMax + 1)).moments, undefined);
    const chunkMs = clicksMax * 2_000;
    const enough = Math.floor(replayReadLimits.clicksMax / clicksMax);
    const session = Array.from({ length: enough + 1 }, (_, segment) =>
      chunkOf(many(clicksMax, beginMs + segment * chunkMs), segment),
    );
    const all = (enough * chunkMs - clickRules.deadMs) / 2_000;
    deepEqual(await countsOf(session.slice(0, enough)), [0, Math.floor(all)]);
    const alone = full.deadClicks ?? 0;
    deepEqual(await countsOf(session), [0, (enough + 1) * alone]);
    const [found] = await clicksOf([session]);
    deepEqual(found?.deadAtMs, []);
    const [bounded] = await clicksOf([session.slice(0, 1)]);
    equal(bounded?.deadAtMs.length, replayReadLimits.clickInstantsMax);
  });

  it('are far from everything without a place, and end a burst', async () => {
    const nowhere = { ...clickAt(beginMs + 150), data: { source: 2, type: 2, id: 7 } };
    const around = [100, 200, 300].map(ms => clickAt(beginMs + ms));
    const end = mouseAt(beginMs + 9_000);
    deepEqual(await countsOf([chunkOf([...around, end], 0)]), [1, 3]);
    const [one, two, three] = around;
    deepEqual(
      await countsOf([
        chunkOf(
          [one, nowhere].flatMap(each => each ?? []),
          0,
        ),
        chunkOf(
          [two, three, end].flatMap(each => each ?? []),
          1,
        ),
      ]),
      [0, 4],
    );
  });
});
