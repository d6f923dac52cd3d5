import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Context } from 'mocha';
import { type Browser, chromium } from 'playwright-core';

/** The program makes no requests of its own, and runs as root in a container. */
const options = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The browser of CHROMIUM_PATH, else one on the PATH. Without any the suite is skipped, visibly, or fails when
 * REQUIRE_BROWSER is 1.
 */
export async function browserOrSkip(context: Context): Promise<Browser> {
  const path = browserPath();
  if (path !== undefined) return chromium.launch({ executablePath: path, args: options });
  const reason = `no browser: neither CHROMIUM_PATH, nor ${names.join(' or ')} on the PATH`;
  if (process.env.REQUIRE_BROWSER === '1') throw new Error(`REQUIRE_BROWSER is 1, but ${reason}`);
  process.stdout.write(`      skipped: ${reason}\n`);
  return context.skip();
}

/** Debian's packages: the first one draws pages as the second does, without windows around them, in two thirds of the processor time. */
const names = ['chromium-headless-shell', 'chromium'] as const;

export const browserPath = (): string | undefined =>
  process.env.CHROMIUM_PATH || names.map(onPath).find(path => path !== undefined);

const onPath = (name: string): string | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map(folder => join(folder, name))
    .find(isExecutable);

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
