import type { Page } from 'playwright-core';

/** The times of a rolling range, which are others in each refresh. */
const rolling = ['from', 'to', 'end'];

/** Answers each question of a page as the first time, whatever the time is by then: what a refresh changes is then the page's own doing. */
export async function answerTheSame(page: Page): Promise<void> {
  const answers = new Map<string, { readonly status: number; readonly body: Buffer }>();
  await page.route(/\/(?:v1|api|admin)\//u, async route => {
    const request = route.request();
    const url = new URL(request.url());
    for (const name of rolling) url.searchParams.delete(name);
    const question = `${request.method()} ${url} ${request.postData() ?? ''}`;
    const known = answers.get(question);
    if (known !== undefined) return route.fulfill({ ...known, contentType: 'application/json' });
    const response = await route.fetch();
    const answer = { status: response.status(), body: await response.body() };
    answers.set(question, answer);
    return route.fulfill({ response, body: answer.body });
  });
}
