import type { Route } from 'playwright-core';
import type { Visitor } from './visitor.ts';

/** Sums up how far things move without anybody's doing, and what moved. It runs in each page, before its scripts. */
const watchShifts = `
  window.shifts = { sum: 0, moved: [] };
  new PerformanceObserver(list => {
    for (const { value, sources, hadRecentInput } of list.getEntries()) {
      if (hadRecentInput) continue;
      shifts.sum += value;
      for (const { node } of sources)
        shifts.moved.push((node?.outerHTML ?? String(node?.textContent)).slice(0, 100));
    }
  }).observe({ type: 'layout-shift', buffered: true });`;

/** What moved is reported once it was painted. */
const seen = `new Promise(resolve =>
  requestAnimationFrame(() => requestAnimationFrame(() => resolve(shifts))))`;

/** Lists whose length nobody knows before the response: of reads that may have any number of rows. */
const lists =
  /\/(?:v1|api)\/(?:audit|api-keys|billing\/usage|copilot\/conversations|sourcemaps|alerts|alerts\/active|members|deployments|releases|services|errors|triage-inbox|llm-calls|llm-calls\/stats)\?/u;

/** The response with so many rows in each of its lists. */
const withRows = (body: object, rows: number): object =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      Array.isArray(value)
        ? Array.from({ length: rows }, () => value)
            .flat()
            .slice(0, rows)
        : value,
    ]),
  );

export type Shifts = { readonly sum: number; readonly moved: readonly string[] };

type Late = {
  readonly delayMs: number;
  /** Of each list, in place of what it has. */
  readonly rows?: number;
};

/** Opens pages one after the other with late answers of the interface, and measures how far each moves meanwhile. */
export async function shiftsOf(
  { page, arrive }: Visitor,
  paths: readonly string[],
  { delayMs, rows }: Late,
): Promise<readonly (Shifts & { readonly path: string })[]> {
  await page.addInitScript(watchShifts);
  await page.route(/\/(?:v1|api|admin)\//u, async route => {
    await new Promise(resolve => setTimeout(resolve, delayMs));
    const isAltered = rows !== undefined && lists.test(route.request().url());
    await (isAltered ? answerRows(route, rows) : route.continue()).catch(() => undefined);
  });
  const found = [];
  for (const path of paths) {
    await arrive(path);
    found.push({ path, ...(await page.evaluate<Shifts>(seen)) });
  }
  return found;
}

async function answerRows(route: Route, rows: number): Promise<void> {
  const response = await route.fetch();
  await route.fulfill({ response, json: withRows(await response.json(), rows) });
}
