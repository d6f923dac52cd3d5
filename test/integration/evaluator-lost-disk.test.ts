import { deepEqual, equal, ok } from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUuid } from '../../platform/uuid.ts';
import type { Warehouse } from '../../platform/warehouse/port.ts';
import { minuteMs } from '../../schemas/durations.ts';
import { organizationId } from '../../schemas/ids.ts';
import { type EvaluatorStore, openEvaluatorStore } from '../../services/evaluator/store.ts';
import { live, openEvaluatorWorld } from '../support/evaluator-world.ts';
import { minuteRecords } from '../support/minute-records.ts';
import type { NaiveRecord } from '../support/naive-log.ts';
import { testWarehouse } from '../support/warehouse.ts';

const organization = organizationId(randomUuid());
const series = `${organization}/checkout`;
const dayMinutes = 1_440;
/** The evaluator loses its disk here, in an anomaly; then its service recovers. */
const lostMinute = 2 * dayMinutes + 100;
const lastMinute = lostMinute + 12;
const slowMinutes = [lostMinute - 10, lostMinute] as const;
/** A week that began lately, so that no score is older than the warehouse keeps. */
const startMinute = Math.floor(Date.now() / minuteMs / 10_080) * 10_080 - 10_080;

const records = Array.from({ length: lastMinute + 1 }, (_, at) => {
  const isSlow = at >= slowMinutes[0] && at <= slowMinutes[1];
  const latencyMs = isSlow ? 700 : 25 + (at % 7);
  return minuteRecords(at, { organization, startMinute, latencyMs, errors: at % 3 });
}).flat();
const appendedAtMs = records.map((_, at) => (startMinute + Math.floor(at / 2) + 1) * minuteMs);

describe('an evaluator that loses its disk', function () {
  this.timeout(120_000);
  const world = openEvaluatorWorld(records, appendedAtMs);
  const folders: string[] = [];
  const stores: EvaluatorStore[] = [];
  let warehouse: Warehouse;

  before(async () => {
    warehouse = await testWarehouse();
  });
  after(async () => {
    for (const store of stores) await store.close();
    for (const folder of folders) await rm(folder, { recursive: true });
  });

  const emptyStore = async (): Promise<EvaluatorStore> => {
    const folder = await mkdtemp(join(tmpdir(), 'tidemark-evaluator-'));
    folders.push(folder);
    const store = await openEvaluatorStore(folder);
    stores.push(store);
    return store;
  };
  const run = async (store: EvaluatorStore, toMinute: number): Promise<void> =>
    live(world, {
      store,
      warehouse,
      until: (toMinute + 1) * 2,
      ...lifeAt((startMinute + toMinute + 1) * minuteMs),
    });
  const knownOf = (store: EvaluatorStore) => {
    const { anomalies } = store.partition(0);
    const { recent, season } = anomalies.history(series);
    const firstHour = Math.floor(startMinute / 60);
    const hours = Array.from({ length: 80 }, (_, at) => firstHour + at);
    return {
      state: anomalies.get(series),
      recent: hours.map(hour => recent(hour)),
      seasons: hours.map(hour => season(hour % 168)),
    };
  };
  const anomalyEvents = () =>
    world.events.map(({ type }) => type).filter(type => type.startsWith('Anomaly'));
  const scores = async () => {
    const [counts] = await warehouse.query<{ written: string; different: string }>(
      `SELECT toString(count()) AS written, toString(uniqExact(metric, minute)) AS different
       FROM anomaly_scores FINAL WHERE organization = {organization:UUID}`,
      { organization },
    );
    return counts;
  };
  let store: EvaluatorStore;

  it('knows again what was usual for weeks, and the anomaly that goes on', async () => {
    const first = await emptyStore();
    // It has read the log from its beginning.
    for (const minute of [dayMinutes, lostMinute]) await run(first, minute);
    deepEqual(anomalyEvents(), ['AnomalyDetected']);
    const before = knownOf(first);
    ok(before.seasons.filter(season => season !== undefined).length >= 20);
    store = await emptyStore();
    await run(store, lostMinute);
    const after = knownOf(store);
    deepEqual(after.seasons, before.seasons);
    deepEqual(after.recent, before.recent);
    deepEqual(after.state, before.state);
    deepEqual(anomalyEvents(), ['AnomalyDetected']);
  });

  it('does not score a minute twice, nor from a part of its requests', async () => {
    const found = await scores();
    deepEqual(found?.written, String(3 * (lostMinute + 1)));
    equal(found?.different, found?.written);
  });

  it('ends the anomaly when its service has recovered', async () => {
    await run(store, lastMinute);
    deepEqual(anomalyEvents(), ['AnomalyDetected', 'AnomalyEnded']);
  });

  it('ends an anomaly of which the log says nothing any more', async () => {
    const [hour, away] = [110, 40 * 60];
    const minutes = records.slice(2 * (lostMinute - hour), 2 * (lostMinute + 1));
    const ticks = Array.from({ length: 100 }, (_, at): NaiveRecord => {
      const receivedUpToMs = (startMinute + lostMinute + away + at) * minuteMs + 25_000;
      return { kind: 'tick', sources: 1, ticks: [{ source: 0, receivedUpToMs }] };
    });
    const times = minutes.map((_, at) => (startMinute + lostMinute - hour + at / 2) * minuteMs);
    const later = ticks.map((_, at) => (startMinute + lostMinute + away + at) * minuteMs);
    const other = openEvaluatorWorld([...minutes, ...ticks], [...times, ...later]);
    const types = () => other.events.map(({ type }) => type).filter(type => /^Anomaly/.test(type));
    const nothing = { insertColumns: async () => undefined, query: async () => [] };
    const go = async (until: number, atMs: number, there = until): Promise<void> =>
      live(other, { ...lifeAt(atMs), store: await emptyStore(), warehouse: nothing, until, there });
    await go(minutes.length, (startMinute + lostMinute) * minuteMs);
    deepEqual(types(), ['AnomalyDetected']);
    await go(minutes.length + ticks.length, later[0] ?? 0, minutes.length);
    deepEqual(types(), ['AnomalyDetected', 'AnomalyEnded']);
  });
});

const lifeAt = (atMs: number) => ({
  clock: () => atMs,
  step: () => undefined,
  onQuiet: async () => false,
  batch: () => 500,
});
