import type { Handlers } from '../../../platform/http/handler.ts';
import type { Reference } from '../../../schemas/copilot/reference.ts';
import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { RouteInput } from '../route-call.ts';

/** What the assistant reads, each as a client with the key of who asks would. */
export type CopilotRoute =
  | 'activeAlerts'
  | 'listAlerts'
  | 'listAnomalies'
  | 'listDeployments'
  | 'listErrors'
  | 'listServices'
  | 'llmStats'
  | 'rootCauses'
  | 'serviceMap'
  | 'serviceMetrics'
  | 'serviceTimeseries';

export type CopilotReads = Pick<Handlers, CopilotRoute>;

export type Read = <Name extends CopilotRoute>(
  name: Name,
  input?: RouteInput,
) => Promise<ResponseOf<Name>>;

/** A part of an answer: text, and what it is about. */
export type Part = {
  readonly text: string;
  readonly references: readonly Reference[];
  /** It is more of the same text; other parts are paragraphs of their own. */
  readonly continues?: boolean;
};

export const instantText = (ms: number): string => new Date(ms).toISOString();
