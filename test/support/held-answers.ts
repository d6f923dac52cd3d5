import type { Page, Request } from 'playwright-core';

export const isOfApi = (request: Request): boolean =>
  /^\/(?:v1|api|admin)\//u.test(new URL(request.url()).pathname);

/** Keeps all answers of the interface from a page, but those that `isAnswered`; gives the requests that wait. */
export async function holdAnswers(
  page: Page,
  isAnswered: (request: Request) => boolean,
): Promise<readonly Request[]> {
  const held: Request[] = [];
  await page.route(/./u, async route => {
    const request = route.request();
    if (isOfApi(request) && !isAnswered(request)) held.push(request);
    else await route.continue();
  });
  return held;
}
