import type { Locator } from 'playwright-core';

/** Waits until a control cannot be used: a page knows what its key may do only after a read of its own. */
export const isOff = (control: Locator): Promise<void> =>
  control.and(control.page().locator('[aria-disabled="true"]')).waitFor();
