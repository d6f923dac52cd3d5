import type { OrganizationId } from '../ids.ts';
import type { Restored } from '../versions/restored.ts';
import type { SilenceId } from './ids.ts';
import type { Silence } from './silence.ts';

type OfSilence = { readonly silenceId: SilenceId; readonly organizationId: OrganizationId };

/** Also of one that had ended and was restored. */
export type SilenceStarted = {
  readonly type: 'SilenceStarted';
  readonly data: OfSilence & Silence & Restored;
};

/** All of the silence, after the change. */
export type SilenceChanged = {
  readonly type: 'SilenceChanged';
  readonly data: OfSilence & Silence & Restored;
};

/** A user ended it early; the end of its time is no event. */
export type SilenceEnded = { readonly type: 'SilenceEnded'; readonly data: OfSilence };

export type SilenceEvent = SilenceStarted | SilenceChanged | SilenceEnded;
