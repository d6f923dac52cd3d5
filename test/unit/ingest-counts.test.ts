import { equal, match, ok } from 'node:assert/strict';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openCounts } from '../../services/ingest-api/telemetry/counts.ts';

describe('counters of what clients send', () => {
  it('tell which bodies in JSON the compiled transcoder left to the general one', async () => {
    const metrics = openMetrics();
    const { spans, points } = openCounts(metrics, () => 1_700_000_000_500);
    const outcome = { accepted: 1, refused: 0, bytes: 10 };
    spans({ ...outcome, transcoder: 'compiled' });
    spans({ ...outcome, transcoder: 'compiled' });
    points({ ...outcome, transcoder: 'general' });
    spans({ ...outcome, transcoder: undefined });
    const text = await metrics.expose();
    match(text, /tidemark_ingest_json_bodies_total\{transcoder="compiled"\} 2/);
    match(text, /tidemark_ingest_json_bodies_total\{transcoder="general"\} 1/);
    ok(!text.includes('transcoder="undefined"'));
  });

  it('tell when something was accepted last, and nothing before that', async () => {
    const metrics = openMetrics();
    let nowMs = 1_700_000_000_500;
    const { points } = openCounts(metrics, () => nowMs);
    const last = async () =>
      /^tidemark_ingest_last_accepted_timestamp_seconds (.+)$/m.exec(await metrics.expose())?.[1];
    points({ accepted: 0, refused: 3, bytes: 10, transcoder: undefined });
    equal(await last(), undefined);
    points({ accepted: 1, refused: 0, bytes: 10, transcoder: undefined });
    nowMs += 60_000;
    equal(await last(), '1700000000.5');
  });
});
