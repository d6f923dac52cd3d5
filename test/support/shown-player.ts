import type { Frame, Locator, Page } from 'playwright-core';
import type { ResponseOf } from '../../schemas/http/routes.ts';
import type { WholeTidemark } from './cluster.ts';
import { pictureOf } from './picture-of.ts';
import type { Reader } from './reader.ts';
import type { Taken } from './recorded-page.ts';
import type { Visitor } from './visitor.ts';

/** When a session began, by the clock of the recorded page. */
export async function beganOf(
  server: Pick<WholeTidemark, 'get'>,
  { key }: Pick<Reader, 'key'>,
  session: string,
): Promise<number> {
  const path = `/api/replays/${session}`;
  const { body } = await server.get<ResponseOf<'getReplay'>>(path, key);
  return Date.parse(body.started_at);
}

export const sliderOf = (page: Page): Locator =>
  page.getByRole('slider', { name: 'Instant of the recording' });

/** Goes to an instant of the recording, in milliseconds from its begin. */
export async function goTo({ page, settled }: Visitor, ms: number): Promise<void> {
  const slider = sliderOf(page);
  const max = Number(await slider.getAttribute('max'));
  await slider.fill(String(Math.min(max, Math.max(0, ms))));
  await settled();
}

/** Where the recorded page is drawn. */
export const frameOf = ({ page }: Pick<Visitor, 'page'>): Frame | undefined =>
  page.frames().find(each => each.url().endsWith('/replay-frame'));

/** Goes to where a picture was taken; tells where the player shows something else, and what. */
export async function differencesAt(
  visitor: Visitor,
  { atMs, picture }: Taken = { atMs: 0, picture: undefined },
  beganMs = 0,
): Promise<readonly string[]> {
  await goTo(visitor, atMs - beganMs);
  return differencesFrom(picture, visitor);
}

/** Where the player shows something else than a picture now, and what. */
export async function differencesFrom(
  picture: unknown,
  visitor: Pick<Visitor, 'page'>,
): Promise<readonly string[]> {
  const shown = await frameOf(visitor)?.evaluate(
    `${pictureOf}(document.querySelector('iframe').contentDocument)`,
  );
  return differences(shown, picture);
}

function differences(shown: unknown, expected: unknown, path = ''): readonly string[] {
  if (!isObject(shown) || !isObject(expected))
    return shown === expected ? [] : [`${path}: ${String(shown)} for ${String(expected)}`];
  const keys = new Set([...Object.keys(shown), ...Object.keys(expected)]);
  return [...keys].flatMap(key => differences(shown[key], expected[key], `${path}/${key}`));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
