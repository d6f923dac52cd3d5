import { useRead } from '../../data/use-read.ts';
import type { Alert } from './words.ts';

/** The item of the inbox that the alert opened: what people did about it. */
export const useItem = ({ triage_item_id: id }: Alert) =>
  useRead('getTriageItem', {
    params: { id: id ?? '' },
    isWanted: id !== null,
    everyMs: 15_000,
  });
