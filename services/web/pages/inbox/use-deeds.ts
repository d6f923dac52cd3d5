import { useState } from 'react';
import { useAct } from '../../data/act.ts';
import type { Item } from './things.ts';

type Failed = { readonly of: number; readonly failed: number; readonly message: string };

const deeds = [
  ['acknowledgeTriageItem', 'Acknowledge'],
  ['investigateTriageItem', 'Investigate'],
  ['snoozeTriageItem', 'Snooze for 1 h'],
  ['resolveTriageItem', 'Resolve'],
] as const;

type Name = (typeof deeds)[number][0];

/** Changes items one after the other, and says how many the server refused and why the first one. */
export function useDeeds(done: () => void) {
  const acts = {
    acknowledgeTriageItem: useAct('acknowledgeTriageItem'),
    investigateTriageItem: useAct('investigateTriageItem'),
    snoozeTriageItem: useAct('snoozeTriageItem'),
    resolveTriageItem: useAct('resolveTriageItem'),
  };
  const [isBusy, setBusy] = useState(false);
  const [failed, setFailed] = useState<Failed | undefined>(undefined);
  const act = async (name: Name, items: readonly Item[]): Promise<void> => {
    setBusy(true);
    const messages: string[] = [];
    for (const { id } of items) {
      const body = name === 'snoozeTriageItem' ? { duration: '1h' } : {};
      await acts[name]
        .pressEach({ params: { id }, body })
        .catch((error: Error) => messages.push(error.message));
    }
    setBusy(false);
    const [message] = messages;
    setFailed(
      message === undefined ? undefined : { of: items.length, failed: messages.length, message },
    );
    done();
  };
  return { deeds, act, isBusy, failed } as const;
}
