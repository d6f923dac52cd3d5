import { match, ok } from 'node:assert/strict';
import { openMetrics } from '../../platform/metrics/registry.ts';
import { openCounts } from '../../services/ingest-api/telemetry/counts.ts';

describe('counters of what clients send', () => {
  it('tell which bodies in JSON the compiled transcoder left to the general one', async () => {
    const metrics = openMetrics();
    const { spans, points } = openCounts(metrics);
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
});
