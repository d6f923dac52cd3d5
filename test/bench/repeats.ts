import { randomFillSync } from 'node:crypto';
import { randomUuid } from '../../platform/uuid.ts';
import type { SpanIdentities } from '../../services/processor/core/span-identities.ts';
import { wordsOfSpan } from '../../services/processor/core/span-identities.ts';
import { openGroupMemory } from '../../services/processor/repeats/group-memory.ts';
import { openRepeats } from '../../services/processor/repeats/repeats.ts';

// What it costs to tell that spans were not sent before: processor time and memory a span, for batches of new spans that ended
// in the same five minutes. Nothing is proposed, as almost always; a look-up is a statement.
const rows = 65_536;
const batches = 60;
const bucketSeconds = 1_700_000_100;

const batchOfNew = (organizations: readonly string[]): SpanIdentities => ({
  rows,
  organizations,
  organization: Uint32Array.from({ length: rows }, (_, row) => row % organizations.length),
  kind: new Uint8Array(rows).fill(2),
  endSeconds: new Uint32Array(rows).fill(bucketSeconds),
  receivedAtMs: new Float64Array(rows).fill(bucketSeconds * 1000),
  words: randomFillSync(new Uint32Array(rows * wordsOfSpan)),
});

async function measure(organizationCount: number): Promise<void> {
  const organizations = Array.from({ length: organizationCount }, randomUuid);
  const memory = openGroupMemory();
  let statements = 0;
  const query = async () => {
    statements++;
    return [];
  };
  const source = { topic: 'spans', partition: 0 };
  const options = { warehouse: { query }, memory, withinMs: 86_400_000 };
  const repeats = openRepeats(source, options);
  let micros = 0;
  for (let batch = 0; batch < batches; batch++) {
    const identities = batchOfNew(organizations);
    const range = { ...source, first: batch, last: batch };
    const before = process.cpuUsage();
    await repeats.of(identities, range, new AbortController().signal);
    const { user, system } = process.cpuUsage(before);
    micros += user + system;
  }
  const spans = rows * batches;
  process.stdout.write(
    `${organizationCount} organizations, ${spans} spans: ${((micros / spans) * 1000).toFixed(0)} ns a span, ${(memory.bytes() / spans).toFixed(2)} bytes a span, ${statements} statements\n`,
  );
}

for (const organizations of [1, 1, 100, 5_000]) await measure(organizations);
