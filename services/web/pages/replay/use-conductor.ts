import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { read } from '../../data/api.ts';
import { ApiProblem } from '../../data/problem.ts';
import { isFrom } from '../../replay-frame/is-from.ts';
import type { FromFrame } from '../../replay-frame/messages.ts';
import { Conductor, type Playing } from './conductor.ts';
import type { Segment } from './timeline.ts';

type Conducting = readonly [Conductor, Playing, RefObject<HTMLIFrameElement | null>];

/** Plays a part of a session in the frame of the reference. */
export function useConductor(session: string, segments: readonly Segment[]): Conducting {
  const frame = useRef<HTMLIFrameElement>(null);
  const [conductor] = useState(
    () =>
      new Conductor({
        segments,
        read: ({ id }, signal) => eventsOf(session, id, signal),
        say: message => frame.current?.contentWindow?.postMessage(message, location.origin),
      }),
  );
  useEffect(() => {
    const onMessage = (event: MessageEvent<FromFrame>): void => {
      if (isFrom(frame.current?.contentWindow ?? null, event)) conductor.receive(event.data);
    };
    addEventListener('message', onMessage);
    return () => {
      removeEventListener('message', onMessage);
      conductor.close();
    };
  }, [conductor]);
  return [conductor, useSyncExternalStore(conductor.listen, conductor.state), frame];
}

/** The events of a chunk, which are read once and stay in the frame alone; undefined when they are not kept. */
async function eventsOf(
  session: string,
  chunk: string,
  signal: AbortSignal,
): Promise<readonly unknown[] | undefined> {
  const asked = { params: { session_id: session }, query: { cursor: chunk } };
  try {
    return (await read('replayEvents', asked, signal)).body.events;
  } catch (problem) {
    if (problem instanceof ApiProblem && problem.status === 404) return undefined;
    throw problem;
  }
}
