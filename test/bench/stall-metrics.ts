import { field, fixed64 } from '../support/malformed/wire.ts';
import type { StallBody } from './stall-bodies.ts';

const bytesAimed = 49 * 1024 * 1024;
const path = '/v1/metrics';

const attribute = (key: string, value: string): Buffer =>
  field(7, field(1, key), field(2, field(1, value)));

const level = (nowMs: number, ...attributes: readonly Buffer[]): Buffer =>
  field(1, fixed64(3, BigInt(nowMs) * 1_000_000n), fixed64(4, 1n), ...attributes);

const request = (metrics: readonly Buffer[]): Buffer =>
  field(
    1,
    field(1, field(1, field(1, 'service.name'), field(2, field(1, 'checkout')))),
    field(2, Buffer.concat(metrics)),
  );

const gauge = (name: string, points: readonly Buffer[]): Buffer =>
  field(2, field(1, name), field(5, Buffer.concat(points)));

/** As many as fit, or as given. */
function many(make: (index: number) => Buffer, countMax: number): Buffer[] {
  const made: Buffer[] = [];
  for (let bytes = 0; bytes < bytesAimed && made.length < countMax; ) {
    const next = make(made.length);
    bytes += next.length;
    made.push(next);
  }
  return made;
}

const pointsMax = 200_000;
const texts = ['http.request.method', 'http.route', 'server.address', 'network.protocol.version'];

/** Bodies of metrics of about 50 MB, or with as many points as are taken. */
export const stallMetrics: readonly StallBody[] = [
  {
    name: 'metrics: ordinary points',
    format: 'protobuf',
    path,
    make: nowMs =>
      request(
        many(
          index =>
            gauge(`metric.${index % 50}`, [
              level(
                nowMs - (index % 1_000),
                ...texts.map((key, at) =>
                  attribute(key, `a value of the attribute ${index % 40} ${at}`),
                ),
              ),
            ]),
          pointsMax,
        ),
      ),
  },
  {
    name: 'metrics: as many series as points',
    format: 'protobuf',
    path,
    make: nowMs =>
      request([
        gauge(
          'crowd',
          many(
            index =>
              level(
                nowMs,
                ...texts.map((key, at) =>
                  attribute(key, `${at} of the user number ${index} of ${nowMs}`),
                ),
              ),
            pointsMax,
          ),
        ),
      ]),
  },
  {
    name: 'metrics: as many metrics as points',
    format: 'protobuf',
    path,
    make: nowMs =>
      request(many(index => gauge(`metric.${index}.${nowMs}`, [level(nowMs)]), pointsMax)),
  },
  {
    name: 'metrics: as many buckets as are taken',
    format: 'protobuf',
    path,
    make: nowMs => {
      const buckets = field(2, Buffer.alloc(1_999, 1));
      const point = field(1, fixed64(3, BigInt(nowMs) * 1_000_000n), field(8, buckets));
      return request([field(2, field(1, 'e'), field(10, Buffer.concat(many(() => point, 5_000))))]);
    },
  },
];
