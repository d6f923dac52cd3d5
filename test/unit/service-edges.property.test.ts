import { deepEqual } from 'node:assert/strict';
import fc from 'fast-check';
import type { EdgeWindow } from '../../services/processor/core/edge-window.ts';
import { mergedEdges } from '../../services/processor/edges/merged-edges.ts';
import { edgeOrganizations, edgesWorld } from '../support/edges-world.ts';
import { type CalledSpan, naiveEdges, type SentCalls } from '../support/naive-edges.ts';
import { anyFate, liveThrough } from '../support/processor-lives.ts';
import { openProcessorWorld } from '../support/processor-world.ts';
import { holds, partOf } from '../support/property.ts';

const targets = ['', 'external api.example', 'database postgresql:books', 'queue kafka:paid'];

const anySpan: fc.Arbitrary<CalledSpan> = fc
  .record({
    trace: fc.nat({ max: 1 }),
    id: fc.nat({ max: 5 }),
    isCaller: fc.boolean(),
    service: fc.constantFrom('shop', 'pay', 'stock'),
    target: fc.constantFrom(...targets),
    endSeconds: fc.nat({ max: 25 }).map(steps => 1_700_000_000 + steps * 13),
    bucket: fc.nat({ max: 3 }),
    failed: fc.boolean(),
  })
  .map(span => ({ ...span, target: span.isCaller ? span.target : '' }));

const anyRequest = fc.record({
  organization: fc.nat({ max: 1 }),
  spans: fc.array(anySpan, { minLength: 1, maxLength: 4 }),
  receivedAtMs: fc.nat({ max: 40 }).map(steps => 1_700_000_000_000 + steps * 10_000),
});

/** Of several callers with the same ids the first stays. */
function withOneCaller(sent: readonly SentCalls[]): SentCalls[] {
  const seen = new Set<string>();
  return sent.map(request => ({
    ...request,
    spans: request.spans.filter(({ isCaller, trace, id }) => {
      const name = `${request.organization} ${trace} ${id}`;
      const isKept = !isCaller || !seen.has(name);
      if (isCaller) seen.add(name);
      return isKept;
    }),
  }));
}

const history = fc.record({
  sent: fc
    .array(anyRequest, { minLength: 1, maxLength: 25 })
    .map(withOneCaller)
    .chain(sent =>
      fc
        .array(fc.nat({ max: sent.length - 1 }), { maxLength: 3 })
        .map(again => [...sent, ...again.map(index => sent[index] as SentCalls)]),
    ),
  fates: fc.array(anyFate, { maxLength: 5 }),
  batchRows: fc.integer({ min: 1, max: 6 }),
  poolSize: fc.integer({ min: 1, max: 2 }),
  bytesMax: fc.constantFrom(600, 12_000, 40_000, 10_000_000),
});

const edgeOf = ({ caller, calleeType, callee }: EdgeWindow): string =>
  `${caller || 'nobody'} > ${calleeType === '' ? 'nothing' : `${calleeType} ${callee}`}`;

async function linesOf(edges: readonly EdgeWindow[]): Promise<ReadonlyMap<string, string>> {
  const sums = (await mergedEdges(edges, edge => edge)).filter(({ n }) => n !== 0);
  return new Map(
    sums.map(edge => {
      const organization = edgeOrganizations.indexOf(edge.organization as never);
      const bars = edge.buckets.map((bucket, bar) => `${bucket}:${edge.counts[bar]}`);
      const figures = `${edge.n} ${edge.errors} ${edge.callerErrors}`;
      return [`${organization} ${edgeOf(edge)} ${edge.time}`, `${figures} ${bars}`];
    }),
  );
}

const sorted = (lines: ReadonlyMap<string, string>): string[] =>
  [...lines].map(([name, line]) => `${name}: ${line}`).sort();

describe('the calls of edges', function () {
  this.timeout(300_000);

  it('are those of all spans together, in whatever batches they come and wherever processes die or sleep', async () => {
    await holds(
      fc.asyncProperty(history, async given => {
        const world = openProcessorWorld(given.sent, edgesWorld(given));
        await liveThrough(world, given);
        deepEqual(world.faults, []);
        for (const table of ['windows', 'resources']) {
          const edges = world.rows(table).flatMap(({ edge }) => edge ?? []);
          deepEqual(sorted(await linesOf(edges)), sorted(naiveEdges(given.sent)), table);
        }
      }),
      partOf(3_000),
    );
  });
});
