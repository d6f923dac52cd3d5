import type { OrganizationId } from '../ids.ts';
import type { SilenceId } from './ids.ts';
import type { Silence } from './silence.ts';

export type StartSilence = {
  readonly type: 'StartSilence';
  readonly data: {
    readonly silenceId: SilenceId;
    readonly organizationId: OrganizationId;
  } & Silence;
};

/** Fields that are absent keep their values. */
export type ChangeSilence = {
  readonly type: 'ChangeSilence';
  readonly data: { readonly silenceId: SilenceId; readonly changes: Partial<Silence> };
};

export type EndSilence = {
  readonly type: 'EndSilence';
  readonly data: { readonly silenceId: SilenceId };
};

export type SilenceCommand = StartSilence | ChangeSilence | EndSilence;
