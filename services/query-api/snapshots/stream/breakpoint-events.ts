import { createHash } from 'node:crypto';
import type { SdkBreakpointBody } from '../../../../schemas/snapshots/parts.ts';
import { eventOf, eventOfParts, sdkEvent } from './event-lines.ts';

/** A breakpoint as it is sent. */
export type Encoded = {
  readonly id: string;
  readonly json: string;
  /** Equal where SDKs see no change: captures are counted here, and no change. */
  readonly mark: string;
};

/** What an SDK must know of a service. */
export type Watched = { readonly breakpoints: readonly Encoded[]; readonly isKilled: boolean };

/** What it was told, without the texts. */
export type Told = {
  readonly marks: ReadonlyMap<string, string>;
  readonly isKilled: boolean;
};

export const encoded = (body: SdkBreakpointBody): Encoded => ({
  id: body.id,
  json: JSON.stringify(body),
  mark: createHash('sha256')
    .update(JSON.stringify({ ...body, capture_count: 0 }))
    .digest('base64'),
});

export const toldOf = ({ breakpoints, isKilled }: Watched): Told => ({
  marks: new Map(breakpoints.map(({ id, mark }) => [id, mark])),
  isKilled,
});

export const initEvent = ({ breakpoints, isKilled }: Watched): string =>
  eventOfParts('init', [
    '{"breakpoints":[',
    ...breakpoints.map(({ json }, at) => (at < breakpoints.length - 1 ? `${json},` : json)),
    `],"kill_switch":${isKilled}}`,
  ]);

/** What leads from one state to the next. A breakpoint that does not capture any more is deleted for SDKs, as when they poll. */
export function eventsBetween(before: Told, after: Watched): readonly string[] {
  const present = new Set(after.breakpoints.map(({ id }) => id));
  const killed =
    before.isKilled === after.isKilled
      ? []
      : [sdkEvent('kill_switch', { enabled: after.isKilled })];
  const changed = after.breakpoints.flatMap(({ id, json, mark }) => {
    const old = before.marks.get(id);
    if (old === undefined) return [eventOf('breakpoint_created', json)];
    return old === mark ? [] : [eventOf('breakpoint_updated', json)];
  });
  const deleted = [...before.marks.keys()]
    .filter(id => !present.has(id))
    .map(id => sdkEvent('breakpoint_deleted', { id }));
  return [...killed, ...changed, ...deleted];
}
