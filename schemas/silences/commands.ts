import type { OrganizationId } from '../ids.ts';
import type { Restoring } from '../versions/restored.ts';
import type { SilenceId } from './ids.ts';
import type { Recurrence, Silence } from './silence.ts';

export type StartSilence = {
  readonly type: 'StartSilence';
  readonly data: {
    readonly silenceId: SilenceId;
    readonly organizationId: OrganizationId;
  } & Silence;
};

/** Fields that are absent keep their values; null ends a recurrence. */
export type SilenceChanges = Partial<Omit<Silence, 'recurrence'>> & {
  readonly recurrence?: Recurrence | null;
};

export type ChangeSilence = {
  readonly type: 'ChangeSilence';
  readonly data: { readonly silenceId: SilenceId; readonly changes: SilenceChanges };
};

export type EndSilence = {
  readonly type: 'EndSilence';
  readonly data: { readonly silenceId: SilenceId };
};

/** All of the silence as it was in the version. */
export type RestoreSilence = {
  readonly type: 'RestoreSilence';
  readonly data: Restoring & { readonly silenceId: SilenceId; readonly silence: Silence };
};

export type SilenceCommand = StartSilence | ChangeSilence | EndSilence | RestoreSilence;
