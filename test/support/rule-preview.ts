import type { Page } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';

export const backtests = '**/v1/alert-rules/backtest';

/** The preview of what is typed last: its response, and what it asked for. */
export async function previewAfter(page: Page, type: () => Promise<unknown>) {
  const answered = page.waitForResponse(backtests);
  await type();
  const response = await answered;
  return {
    body: (await response.json()) as ResponseOf<'backtestAlertRules'>,
    asked: response.request().postDataJSON(),
  };
}

/** The most previews that ran at once. */
export function countPreviews(page: Page) {
  const seen = { running: 0, most: 0 };
  const isPreview = (url: string): boolean => url.endsWith('/v1/alert-rules/backtest');
  page.on('request', request => {
    if (isPreview(request.url())) seen.most = Math.max(seen.most, ++seen.running);
  });
  for (const end of ['requestfinished', 'requestfailed'] as const)
    page.on(end as 'requestfinished', request => {
      if (isPreview(request.url())) seen.running--;
    });
  return seen;
}
