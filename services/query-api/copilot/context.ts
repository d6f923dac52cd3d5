import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { ClockText } from '../core/copilot/clock-text.ts';
import type { Intent } from '../core/copilot/intent.ts';
import type { Asking } from '../route-call.ts';
import type { CopilotReads, Read } from './reading.ts';

/** A question, and those before it in its conversation with their answers, the latest last. */
export type Asked = {
  readonly question: string;
  readonly earlier: readonly {
    readonly question: string;
    readonly atMs: number;
    readonly answer?: string;
  }[];
  /** IANA's name; the times of questions and answers are by its clock. */
  readonly timeZone: string;
};

export type Answering = {
  readonly reads: CopilotReads;
  readonly warehouse: OrganizationReads;
  readonly clock: () => number;
  readonly configuration: { readonly userAttributes: readonly string[] };
};

/** What an answer is made with. */
export type Context = Answering & {
  readonly read: Read;
  readonly asking: Asking;
  readonly intent: Intent;
  readonly nowMs: number;
  readonly told: ClockText;
};
