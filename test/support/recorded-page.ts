import { equal } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { pictureOf } from './picture-of.ts';

/** What a page looked like at an instant, by its own clock. */
export type Taken = { readonly atMs: number; readonly picture: unknown };

/** How long before and after an instant nothing changes, so that it can be found by a step of the player. */
const quietMs = 150;

const recorder = join(
  dirname(createRequire(import.meta.url).resolve('rrweb')),
  'rrweb.umd.min.cjs',
);

/** Sends chunks as the two kinds of senders do: by `fetch`, and by a beacon, which has no headers. It runs in the page. */
const startRecorder = `(({ url, key, session }) => {
  const events = [];
  let segment = 0;
  const path = url + '/api/replays/' + session + '/chunks';
  const compressed = async () => {
    const json = new Blob([JSON.stringify(events.splice(0))]);
    const stream = json.stream().pipeThrough(new CompressionStream('gzip'));
    return { body: await new Response(stream).blob(), size: String(json.size) };
  };
  window.byFetch = async () => {
    const { body, size } = await compressed();
    const headers = {
      'X-API-Key': key, 'X-Segment-Id': String(segment++), 'X-Original-Size': size,
      'X-Replay-Url': 'https://shop.example/cart', 'X-Replay-User-Id': 'user-17',
    };
    return (await fetch(path, { method: 'POST', headers, body })).status === 200;
  };
  window.byBeacon = async () => {
    const { body, size } = await compressed();
    const query = new URLSearchParams({
      api_key: key, segment_id: String(segment++), original_size: size,
      replay_url: 'https://shop.example/paid', replay_user_id: 'user-17',
    });
    return navigator.sendBeacon(path + '?' + query, body);
  };
  window.lose = () => {
    events.length = 0;
    return ++segment > 0;
  };
  rrweb.record({ emit: event => events.push(event) });
})`;

const markup = `
  <header class="bar"><h1>Shop</h1><a href="/cart">Cart</a></header>
  <ul id="items"><li>One</li></ul>
  <div id="box" style="width: 200px; height: 60px; overflow: auto"><p style="height: 400px">Long</p></div>
  <form><input id="name" value=""><input id="agree" type="checkbox"><textarea id="note"></textarea></form>
  <button id="pay" onclick="document.title = 'paid'">Pay</button>
  <svg width="40" height="40"><circle cx="20" cy="20" r="12" fill="teal"></circle></svg>`;

const styles = `
  :root { --tone: rgb(0, 90, 140); }
  body { margin: 8px; font: 14px/20px sans-serif; color: #222; background: #fafafa; }
  .bar { display: flex; gap: 12px; border-bottom: 2px solid var(--tone); }
  .bar a { color: var(--tone); }
  li.new { color: crimson; font-weight: 700; }
  html.dark body { background: #111; color: #eee; }
  @media (min-width: 500px) { h1 { letter-spacing: 2px; } }`;

/** What happens on the page, one after the other, each followed by an instant of which a picture is taken. */
const acts = [
  `document.body.innerHTML = ${JSON.stringify(markup)};
   const sheet = document.createElement('style');
   sheet.textContent = ${JSON.stringify(styles)};
   document.head.append(sheet);`,
  `for (const name of ['Two', 'Three'])
     items.append(Object.assign(document.createElement('li'), { textContent: name, className: 'new' }));
   items.lastChild.style.paddingLeft = '24px';`,
  `document.querySelector('style').sheet.insertRule('#pay { background: rgb(10, 120, 60); color: white }', 0);
   document.querySelector('circle').setAttribute('fill', 'orange');
   document.documentElement.style.setProperty('--tone', 'rgb(120, 0, 90)');`,
  `box.scrollTop = 120;
   items.firstChild.remove();
   const host = document.createElement('div');
   host.attachShadow({ mode: 'open' }).innerHTML = '<style>b { color: navy }</style><b>Within</b>';
   document.body.append(host);
   agree.click();`,
  `document.documentElement.className = 'dark';
   const added = new CSSStyleSheet();
   added.replaceSync('h1 { text-transform: uppercase }');
   document.adoptedStyleSheets = [added];`,
] as const;

type Recording = {
  readonly url: string;
  readonly key: string;
  readonly session: string;
  /** Of an act whose chunk never arrives, from 0. */
  readonly lost?: number;
};

/** Records a page with rrweb while things happen on it, sends a chunk after each, and takes pictures in between. */
export async function recordPage(
  browser: Browser,
  origin: string,
  { lost, ...recording }: Recording,
): Promise<readonly Taken[]> {
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } });
  const page = await context.newPage();
  await page.goto(origin);
  await page.addScriptTag({ path: recorder });
  const taken: Taken[] = [];
  for (const [index, act] of acts.entries()) {
    await page.evaluate(act);
    if (index === 0) await page.evaluate(`${startRecorder}(${JSON.stringify(recording)})`);
    if (index === 1) await type(page);
    const { atMs } = await quiet(page);
    taken.push({ atMs, picture: await page.evaluate(`${pictureOf}(document)`) });
    await quiet(page);
    const send = index === lost ? 'lose()' : index % 2 === 0 ? 'byFetch()' : 'byBeacon()';
    equal(await page.evaluate(send), true);
    // As recorders do after a chunk that they could not send.
    if (index === lost) await page.evaluate('rrweb.record.takeFullSnapshot(true)');
  }
  await context.close();
  return taken;
}

async function type(page: Page): Promise<void> {
  await page.locator('#name').fill('Ada');
  await page.locator('#note').fill('two\nlines');
  await page.evaluate('document.activeElement.blur()');
}

/** Waits for the quiet time, and says when it is over. */
async function quiet(page: Page): Promise<{ readonly atMs: number }> {
  const began = await page.evaluate<number>('Date.now()');
  await page.waitForFunction(untilMs => Date.now() >= untilMs, began + quietMs);
  return { atMs: began + quietMs };
}
