import { deepEqual, ok } from 'node:assert/strict';
import type { Attempt, Case } from './attempts.ts';
import type { Belongings } from './belongings.ts';
import type { Answer } from './stranger.ts';

/** Codes of the refusal of a key that may not use a route at all. */
const refusals = ['key_not_allowed', 'public_key_not_allowed'];

/** A success is as the case says; a restricted key may be refused instead, for what it is. */
export function expectStatus(
  { status, body }: Answer,
  { statuses, found }: Pick<Case<never>, 'statuses' | 'found'>,
  isWholeKey: boolean,
): void {
  const { code } = (status === 403 ? JSON.parse(body) : {}) as { readonly code?: string };
  const isRefused = !isWholeKey && refusals.includes(code ?? '');
  ok(isRefused || statuses.includes(status), `found ${status} ${body.slice(0, 300)}`);
  if (found !== undefined && status === 200) deepEqual(found(JSON.parse(body) as never), 0, body);
}

/** No text of the victim, but for what the stranger has said itself. */
export function expectNone(
  text: string,
  secrets: readonly string[],
  said: readonly string[],
): void {
  const rest = without(text, said).toLowerCase();
  const found = secrets.filter(secret => rest.includes(secret.toLowerCase()));
  deepEqual(found, [], text.slice(0, 2_000));
}

/** The texts of the victim that stand in an attempt, in any spelling. */
export function saidIn(attempt: Attempt, belongings: Belongings): string[] {
  const spelt = (text: string): string => text.toLowerCase().replaceAll('-', '');
  const sent = spelt(JSON.stringify(attempt));
  return Object.values(belongings).filter(value => sent.includes(spelt(value)));
}

/**
 * That a thing exists elsewhere must not show: the response is that for a thing which does not exist,
 * but for what was sent and what is new in every response.
 */
export function expectAlike(found: Answer, expected: Answer, said: readonly string[]): void {
  const plain = ({ status, body }: Answer) => [
    status,
    without(body, said)
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/giu, '<id>')
      .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/gu, '<instant>')
      // The quiet minutes of a backtest until now: time passes between the two requests.
      .replaceAll(/"(ok|no_data)":\d+(?:\.\d+)?/gu, '"$1":<minutes>'),
  ];
  deepEqual(plain(found), plain(expected));
}

/** Longer texts first: a short one may stand inside. In any case of letters, and as in a URL. */
const without = (text: string, parts: readonly string[]): string =>
  parts
    .flatMap(part => [part, encodeURIComponent(part)])
    .sort((left, right) => right.length - left.length)
    .reduce(
      (rest, part) =>
        rest.replaceAll(
          new RegExp(part.replaceAll(/[$()*+.?[\\\]^{|}]/gu, '\\$&'), 'giu'),
          '<said>',
        ),
      text,
    );
