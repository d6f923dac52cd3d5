import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { browserPath } from '../support/browser.ts';
import { drawingOf } from '../support/drawing.ts';
import { sendLargeTrace } from '../support/large-trace.ts';
import { body, type JsonSpan, traces } from '../support/otlp.ts';
import { until } from '../support/until.ts';
import { visitorOf } from '../support/visitor.ts';
import { startTidemark } from './tidemark.ts';

// What the page of a large trace costs a browser: `npm run build`, then this, with `--spans 10000,100000`.
const { values } = parseArgs({ options: { spans: { type: 'string', default: '10000,100000' } } });

const rank = (sorted: readonly number[], share: number): number =>
  Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);

const executablePath = browserPath();
if (executablePath === undefined) throw new Error('expected chromium on the PATH');
const folder = await mkdtemp(join(tmpdir(), 'tidemark-trace-page-'));
const server = await startTidemark({ build: 'dist', folder, organizations: 1, nodeOptions: [] });
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
const [key = ''] = server.keys;

async function sendSpans(spans: readonly JsonSpan[]): Promise<void> {
  const { status } = await fetch(`${server.url}/v1/traces`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-protobuf', 'X-API-Key': key },
    body: body(traces(spans, 'checkout'), 'protobuf') as Uint8Array<ArrayBuffer>,
  });
  if (status !== 200) throw new Error(`expected 200 of an export, found ${status}`);
}

async function measure(spans: number) {
  const id = await sendLargeTrace({ sendSpans }, spans);
  await until(`a trace of ${spans} spans`, async () => {
    const path = `${server.url}/v1/traces/${id}/outline`;
    const response = await fetch(path, { headers: { 'X-API-Key': key } });
    return response.ok && ((await response.json()) as { spans: number }).spans === spans;
  });
  const visitor = await visitorOf(browser, server.url, { key });
  const { openedMs, framesMs, longTasksMs, ...drawn } = await drawingOf(visitor, id);
  await visitor.close();
  return {
    spans,
    openedMs: Math.round(openedMs),
    frameP50Ms: rank(framesMs, 0.5),
    frameP95Ms: rank(framesMs, 0.95),
    frameMaxMs: rank(framesMs, 1),
    longTasks: longTasksMs.length,
    longestTaskMs: Math.round(Math.max(0, ...longTasksMs)),
    ...drawn,
  };
}

try {
  for (const spans of values.spans.split(',').map(Number))
    process.stdout.write(`${JSON.stringify(await measure(spans))}\n`);
} finally {
  await browser.close();
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
