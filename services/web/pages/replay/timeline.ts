import type { ReplaySegment } from '../../../../schemas/replays/routes.ts';

/** Unix ms by the clock of the recorded browser. */
export type Stretch = { readonly fromMs: number; readonly toMs: number };

/** A chunk of a recording, as the server keeps it. */
export type Segment = Stretch & {
  /** With which its events are read. */
  readonly id: string;
  /** As the recorder counted; it may begin anew after a reload. */
  readonly number: number;
  readonly bytes: number;
};

export const segmentOf = (body: ReplaySegment): Segment => ({
  id: body.id,
  number: body.segment_id,
  bytes: body.size_bytes,
  fromMs: Date.parse(body.started_at),
  // An event of the last instant is a part of it.
  toMs: Date.parse(body.ended_at) + 1,
});

/** Of the events of a part as JSON: all of them are in the memory of the browser at once. */
export const partBytesMax = 64 * 1_024 * 1_024;

/** A recording in parts that a browser can hold; a chunk is never divided. */
export function partsOf(
  segments: readonly Segment[],
  bytesMax = partBytesMax,
): readonly (readonly Segment[])[] {
  const parts: Segment[][] = [];
  let bytes = 0;
  for (const segment of segments) {
    const part = parts.at(-1);
    if (part === undefined || bytes + segment.bytes > bytesMax) {
      parts.push([segment]);
      bytes = segment.bytes;
    } else {
      part.push(segment);
      bytes += segment.bytes;
    }
  }
  return parts;
}

/** From the first to the last instant. */
export const spanOf = (segments: readonly Stretch[]): Stretch => ({
  fromMs: Math.min(...segments.map(({ fromMs }) => fromMs)),
  toMs: Math.max(...segments.map(({ toMs }) => toMs)),
});

/** Times of chunks that never arrived: their numbers are missing between two others. */
export function gapsOf(segments: readonly Segment[]): readonly Stretch[] {
  return segments.flatMap((segment, index) => {
    const before = segments[index - 1];
    const isMissing = before !== undefined && segment.number > before.number + 1;
    return isMissing ? [{ fromMs: before.toMs, toMs: Math.max(before.toMs, segment.fromMs) }] : [];
  });
}

/** A pause of the user from which on nothing happens for so long is idle time. */
export const idleFromMs = 10_000;

/** How much of idle time is shown before something happens. */
export const leadMs = 1_000;

type Event = { readonly type?: unknown; readonly timestamp?: unknown; readonly data?: unknown };

/** What a person does in rrweb's numbers: the mouse, touch, scrolling, the window, input, dragging. */
const doings: ReadonlySet<unknown> = new Set([1, 2, 3, 4, 5, 6, 12]);
const incremental = 3;
const page = 4;

const isDoing = ({ type, data }: Event): boolean =>
  type === page ||
  (type === incremental && doings.has((data as { readonly source?: unknown } | null)?.source));

/** Adds to the times in which somebody did something, in order; what lies close together becomes one. */
export function withDoings(
  known: readonly Stretch[],
  events: readonly unknown[],
): readonly Stretch[] {
  const stretches = [...known];
  for (const event of events as readonly Event[]) {
    if (typeof event?.timestamp !== 'number' || !isDoing(event)) continue;
    const atMs = event.timestamp;
    const last = stretches.at(-1);
    if (last !== undefined && atMs - last.toMs < idleFromMs)
      stretches[stretches.length - 1] = {
        fromMs: Math.min(last.fromMs, atMs),
        toMs: Math.max(last.toMs, atMs),
      };
    else stretches.push({ fromMs: atMs, toMs: atMs });
  }
  return stretches;
}

/** Where to go on from an instant in idle time; undefined where somebody does something, or nothing follows. */
export function skipTo(doing: readonly Stretch[], atMs: number): number | undefined {
  const index = doing.findIndex(({ fromMs }) => fromMs > atMs);
  const [before, next] = [doing[index - 1], doing[index]];
  if (next === undefined || (before !== undefined && atMs < before.toMs + leadMs)) return undefined;
  const goal = next.fromMs - leadMs;
  return goal > atMs + leadMs ? goal : undefined;
}

/** Such as `1:05` or `1:02:03`. */
export function clockText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  const two = (value: number): string => String(value).padStart(2, '0');
  const [hours, minutes] = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60];
  const rest = two(seconds % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
