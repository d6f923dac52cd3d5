import { ValueType } from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AggregationType,
  InstrumentType,
  MeterProvider,
  PeriodicExportingMetricReader,
  type PushMetricExporter,
} from '@opentelemetry/sdk-metrics';

/** It is told when to export; this is only a number that is never reached. */
const exportEveryMs = 3_600_000;

/** What `tellMetrics` added to the counter `shop.orders`, by the attribute `kind`. */
export type Told = ReadonlyMap<string, number>;

/** Meters of one service whose exports happen when `flush` is called. */
export function openMeters(service: string, exporter: PushMetricExporter) {
  const reader = new PeriodicExportingMetricReader({
    exporter,
    exportIntervalMillis: exportEveryMs,
    exportTimeoutMillis: 10_000,
  });
  const provider = new MeterProvider({
    resource: resourceFromAttributes({ 'service.name': service, 'host.cpus': 16 }),
    readers: [reader],
    views: [
      {
        instrumentType: InstrumentType.HISTOGRAM,
        instrumentName: 'shop.sizes',
        aggregation: { type: AggregationType.EXPONENTIAL_HISTOGRAM, options: { maxSize: 20 } },
      },
      {
        instrumentName: 'shop.waits',
        aggregation: {
          type: AggregationType.EXPLICIT_BUCKET_HISTOGRAM,
          options: { boundaries: [-1.5, 0, 2, 10, 1000], recordMinMax: false },
        },
      },
    ],
  });
  return {
    tell: tellMetrics(provider),
    flush: () => provider.forceFlush(),
    shutdown: () => provider.shutdown(),
  };
}

/** Every kind of instrument, with numbers that differ from round to round. */
function tellMetrics(provider: MeterProvider) {
  const meter = provider.getMeter('shop', '1.2.3');
  const orders = meter.createCounter('shop.orders', {
    description: 'Orders, žluťoučké',
    unit: '{order}',
    valueType: ValueType.INT,
  });
  const weight = meter.createCounter('shop.weight', { unit: 'kg' });
  const stock = meter.createUpDownCounter('shop.stock', { valueType: ValueType.INT });
  const heat = meter.createGauge('shop.heat', { unit: 'Cel' });
  const durations = meter.createHistogram('shop.durations', { unit: 'ms' });
  const waits = meter.createHistogram('shop.waits');
  const sizes = meter.createHistogram('shop.sizes', { unit: 'By' });
  let round = 0;
  meter.createObservableCounter('shop.uptime', { unit: 's' }).addCallback(result => {
    result.observe(round * 1.5, { core: 1 });
    result.observe(round * 2, { core: 2, busy: true });
  });
  meter.createObservableGauge('shop.load').addCallback(result => result.observe(round / 8));
  const other = provider.getMeter('obchod ☂').createUpDownCounter('shop.balance');
  const told = new Map<string, number>();
  return (): Told => {
    round++;
    for (const kind of ['new', 'used', 'žádný', '']) {
      const count = round * 10 + kind.length;
      told.set(kind, (told.get(kind) ?? 0) + count);
      orders.add(count, { kind, 'shop.open': true, floors: ['a', 'b'], ratio: 0.5 });
    }
    weight.add(0.1 * round);
    weight.add(Number.MAX_SAFE_INTEGER, { heavy: true });
    stock.add(5 - 4 * round);
    sizes.record(0, { route: '/a' });
    heat.record(-273.15 + round, { room: round });
    other.add(-0.25 * round);
    for (let index = 0; index < 50; index++) {
      durations.record(index ** 2 * round, { route: `/${index % 2}` });
      waits.record(index - 25);
      sizes.record(1.1 ** (index * round), { route: '/a' });
    }
    return told;
  };
}
