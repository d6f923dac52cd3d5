import { createHash } from 'node:crypto';
import { z } from 'zod';
import { invalidField } from '../../../platform/http/problem.ts';
import { mcpLimits } from './config.ts';
import type { Given } from './tool.ts';

/** Where a list goes on: after so many rows, by the cursor of its route, in the range of the first page. */
export type Place = {
  readonly seen: number;
  readonly route?: string | undefined;
  readonly until?: string | undefined;
};

const place = z.strictObject({
  seen: z.int().min(0),
  route: z.string().optional(),
  until: z.string().optional(),
  /** Of the tool and its arguments. */
  of: z.string(),
});

const start: Place = { seen: 0 };

/** What a page may differ in from the page before. */
const ofPage = new Set(['cursor', 'limit']);

/** A cursor that clients carry from page to page without knowing what it is. Nothing is stored. */
export const toCursor = ({ seen, route, until }: Place, tool: string, given: Given): string =>
  Buffer.from(JSON.stringify({ seen, route, until, of: hashOf(tool, given) })).toString(
    'base64url',
  );

/** Where a call goes on; throws 400 for a text that is no cursor, or that of other arguments. */
export function placeOf(tool: string, given: Given): Place {
  const { cursor } = given;
  if (cursor === undefined) return start;
  const { of, ...found } = parsed(String(cursor));
  if (of === hashOf(tool, given)) return found;
  throw invalidField(
    'cursor',
    'it is that of another tool or of other arguments; repeat the arguments of the page before, or leave the cursor out to start over',
  );
}

function parsed(cursor: string): z.output<typeof place> {
  const found = place.safeParse(jsonOf(cursor));
  if (found.success) return found.data;
  throw invalidField(
    'cursor',
    'expected the `next_cursor` of the page before; leave it out to start over',
  );
}

function jsonOf(cursor: string): unknown {
  if (cursor.length > mcpLimits.cursorCharactersMax) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}

const hashCharacters = 16;

function hashOf(tool: string, given: Given): string {
  const kept = Object.entries(given)
    .filter(([name, value]) => !ofPage.has(name) && value !== undefined)
    .sort(([left], [right]) => (left < right ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([tool, kept]))
    .digest('base64url')
    .slice(0, hashCharacters);
}
