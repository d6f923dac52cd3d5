import type { EventId } from '../../../schemas/ids.ts';
import { notifierLimits } from '../config.ts';

/**
 * Which requests of a notice succeeded while it is tried again, so that a service that limits requests gets the rest alone.
 * It is in memory: after a restart, all are sent again, which services recognize by their keys.
 */
export type Progress = {
  readonly isDone: (notice: EventId, request: string) => boolean;
  readonly done: (notice: EventId, request: string) => void;
  readonly forget: (notice: EventId) => void;
};

export function openProgress(): Progress {
  const notices = new Map<EventId, Set<string>>();
  return {
    isDone: (notice, request) => notices.get(notice)?.has(request) === true,
    done: (notice, request) => {
      const requests = notices.get(notice) ?? new Set();
      notices.set(notice, requests.add(request));
      const [oldest] = notices.keys();
      const isFull = notices.size > notifierLimits.noticesPartlySentMax;
      if (isFull && oldest !== undefined) notices.delete(oldest);
    },
    forget: notice => void notices.delete(notice),
  };
}
