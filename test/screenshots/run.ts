import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Browser, chromium } from 'playwright-core';
import { browserPath } from '../support/browser.ts';

// Pictures of the pages for the README: `npm run screenshots` runs the demo with its seed and looks at it, in both themes.
const folder = 'docs/screenshots';
const pngBytesMax = 200 * 1_024;

type Demo = { readonly process: ChildProcess; readonly link: URL; readonly traceId: string };

/** The demo, once all of its traffic was sent and compared. */
async function startDemo(): Promise<Demo> {
  const command = ['dist/services/main.js', 'demo', '--seed', '1'];
  const demo = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  let traceId = '';
  for await (const line of createInterface({ input: demo.stdout })) {
    traceId = /Trace .*?([0-9a-f]{32})/u.exec(line)?.[1] ?? traceId;
    const link = /Look around at .*?(http:\S+#key=[\w]+)/u.exec(line)?.[1];
    if (link !== undefined) return { process: demo, link: new URL(link), traceId };
  }
  throw new Error('the demo ended before there was anything to look at');
}

async function shoot(browser: Browser, { link, traceId }: Demo): Promise<void> {
  const now = new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString();
  const pages = {
    overview: '/',
    service: '/services/search?range=15m',
    trace: `/traces/${traceId}?path=critical`,
    map: '/map',
    past: `/services/search?as_of=${encodeURIComponent(now)}`,
  };
  for (const theme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1_440, height: 900 },
      colorScheme: theme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await page.goto(link.href);
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(new URL(path, link).href);
      await page.waitForLoadState('networkidle');
      const picture = await page.screenshot();
      if (picture.length > pngBytesMax)
        throw new Error(`${name} has ${picture.length} bytes, more than ${pngBytesMax}`);
      await writeFile(join(folder, `${name}-${theme}.png`), picture);
    }
    await context.close();
  }
}

await mkdir(folder, { recursive: true });
const demo = await startDemo();
const executablePath = browserPath();
if (executablePath === undefined) throw new Error('expected chromium on the PATH');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  await shoot(browser, demo);
} finally {
  await browser.close();
  demo.process.kill('SIGINT');
}
