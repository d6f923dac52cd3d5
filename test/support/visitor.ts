import type { Browser, BrowserContext, Page } from 'playwright-core';

export type Visitor = {
  readonly page: Page;
  /** What must stay empty: messages of the console, errors of scripts, and what the policy blocked. */
  readonly complaints: string[];
  /** Requests to the interface since the last look: method, path with query, and what is sent. */
  readonly takeRequests: () => readonly string[];
  /** Opens a path of the site and waits until nothing is loading: what lies below the window may be unread. */
  readonly arrive: (path: string) => Promise<void>;
  /** The same, and all of it is there. */
  readonly open: (path: string) => Promise<void>;
  readonly settled: () => Promise<void>;
  /** Goes through the whole page, so that all of it is read, and waits until nothing is loading. */
  readonly whole: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Options = {
  /** Nobody is signed in without one. */
  readonly key?: string | undefined;
  /** Operators have it in every tab that they open. */
  readonly adminToken?: string | undefined;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  /** Device pixels of a pixel: at 2, half the width is what a page has at 200 % zoom. */
  readonly scale?: number;
};

type Element = { readonly childElementCount: number; readonly scrollIntoView: () => void };

/** What of a page's document is looked at; the tests have no types of browsers. */
type Seen = {
  readonly document: {
    readonly body: Element;
    readonly querySelector: (selector: string) => Element | null;
    readonly querySelectorAll: (selector: string) => Iterable<{ readonly textContent: string }>;
  };
};

/** What was not read yet comes when it is scrolled to. It runs in the page until nothing is left. */
const isAllSeen = (): boolean => {
  const { document } = globalThis as unknown as Seen;
  const unread = document.querySelector('[aria-label="Not read yet"]');
  (unread ?? document.body).scrollIntoView();
  return unread === null;
};

/** Nothing is waited for: each part of the page shows a response, or why there is none. It runs in the page. */
const isSettled = (): boolean => {
  const { document } = globalThis as unknown as Seen;
  return (
    document.querySelector('#root')?.childElementCount !== 0 &&
    document.querySelector('[aria-busy="true"]') === null &&
    ![...document.querySelectorAll('[role="status"]')].some(
      ({ textContent }) => textContent === 'Loading',
    )
  );
};

/** A page without an origin, such as an empty one, has no storage. */
const keepToken = (token: string): string =>
  `if (origin !== 'null') sessionStorage.setItem('tidemark.operator', '${token}')`;

const tellViolations = `document.addEventListener('securitypolicyviolation', event =>
  tellViolation('blocked: ' + event.violatedDirective + ' ' + event.blockedURI))`;

/** A person with a browser of their own who looks at the pages of a server. */
export async function visitorOf(
  browser: Browser,
  url: string,
  { key, adminToken, theme = 'light', width = 1_440, scale = 1 }: Options = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width, height: 900 / scale },
    deviceScaleFactor: scale,
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const complaints = await complaintsOf(context);
  if (adminToken !== undefined) await context.addInitScript(keepToken(adminToken));
  const page = await context.newPage();
  let requests: string[] = [];
  page.on('request', request => {
    const { pathname, search, origin } = new URL(request.url());
    if (origin !== new URL(url).origin) complaints.push(`a request elsewhere: ${request.url()}`);
    if (/^\/(?:v1|api|admin)\//u.test(pathname))
      requests.push(`${request.method()} ${pathname}${search}${request.postData() ?? ''}`);
  });
  const settled = async (): Promise<void> => {
    await page.waitForFunction(isSettled);
  };
  const arrive = async (path: string): Promise<void> => {
    await page.goto(`${url}${path}`);
    await settled();
  };
  const whole = async (): Promise<void> => {
    await settled();
    await page.waitForFunction(isAllSeen);
    await settled();
  };
  const open = async (path: string): Promise<void> => {
    await arrive(path);
    await whole();
  };
  if (key !== undefined) await page.goto(`${url}/#key=${key}`);
  return {
    page,
    complaints,
    takeRequests: () => {
      const taken = requests;
      requests = [];
      return taken;
    },
    arrive,
    open,
    settled,
    whole,
    close: () => context.close(),
  };
}

async function complaintsOf(context: BrowserContext): Promise<string[]> {
  const complaints: string[] = [];
  context.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  context.on('weberror', error => complaints.push(String(error.error())));
  await context.exposeFunction('tellViolation', (text: string) => complaints.push(text));
  await context.addInitScript(tellViolations);
  return complaints;
}
