import type { Locator, Page } from 'playwright-core';

/** On the page of a trace, once it is there: the row of the span of the shop in which a charge fails. */
export async function failedSpan(page: Page): Promise<Locator> {
  await page.waitForURL(/\/traces\/[0-9a-f]{32}/u);
  return page.getByRole('treegrid').getByRole('row', { name: /POST \/charges/u });
}
