import type { z } from 'zod';
import type { RouteInput } from '../route-call.ts';

/** The reads that tools give; each tool is another form of a route. */
export type ToolRoute =
  | 'listServices'
  | 'serviceMetrics'
  | 'listTraces'
  | 'getTrace'
  | 'activeAlerts'
  | 'listAnomalies'
  | 'listBreakpoints'
  | 'listLlmCalls'
  | 'llmStats'
  | 'listSnapshots'
  | 'rootCauses';

export type Tool = {
  readonly name: string;
  readonly title: string;
  /** For a model that chooses among tools: what it gives, in which units. */
  readonly description: string;
  readonly input: z.ZodObject;
  readonly route: ToolRoute;
  /** Called with arguments that `input` has accepted. */
  readonly request: (given: never) => RouteInput;
};

/** A tool whose `request` gets what its `input` gives. */
export const tool = <Input extends z.ZodObject>(
  definition: Omit<Tool, 'input' | 'request'> & {
    readonly input: Input;
    readonly request: (given: z.output<Input>) => RouteInput;
  },
): Tool => definition;

/** As a query string has the values; absent ones are left out. */
export const asQuery = (
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
