import type { Page } from 'playwright-core';
import { adminToken } from './cluster-accounts.ts';
import type { Visitor } from './visitor.ts';

/** Enters a token in the form that the pages of operators show without one. */
export async function enterToken(page: Page, text: string): Promise<void> {
  await page.getByLabel('Token').fill(text);
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Opens the pages of operators with the right token. */
export async function openAsOperator(visitor: Visitor): Promise<Visitor> {
  await visitor.open('/operate');
  await enterToken(visitor.page, adminToken);
  await visitor.page.getByRole('navigation', { name: 'Pages of operators' }).waitFor();
  await visitor.settled();
  return visitor;
}
