import { z } from 'zod';
import { unknownName } from '../../../platform/http/query.ts';
import type { RouteName } from '../../../schemas/http/routes.ts';
import type { ActionRoute } from '../../../schemas/mcp/action-routes.ts';
import type { RouteInput } from '../route-call.ts';
import { investigation } from './investigation.ts';

/** The reads that tools give; each tool is another form of a route. */
export type ReadRoute = Extract<
  RouteName,
  | 'listServices'
  | 'serviceMetrics'
  | 'serviceMap'
  | 'listDeployments'
  | 'listReleaseFigures'
  | 'listTraces'
  | 'getTrace'
  | 'getCriticalPath'
  | 'diffTraces'
  | 'compareSpans'
  | 'listAttributes'
  | 'listErrors'
  | 'getError'
  | 'activeAlerts'
  | 'listAlerts'
  | 'getAlert'
  | 'alertCauses'
  | 'proveAlert'
  | 'listAnomalies'
  | 'anomalyCauses'
  | 'rootCauses'
  | 'listTriageItems'
  | 'listAlertRules'
  | 'alertRuleEvaluations'
  | 'backtestAlertRules'
  | 'listSilences'
  | 'listSilenceVersions'
  | 'listAlertRuleVersions'
  | 'listObjectives'
  | 'getObjective'
  | 'listHealthChecks'
  | 'listHealthCheckResults'
  | 'listWebhooks'
  | 'listWebhookDeliveries'
  | 'listLlmCalls'
  | 'llmStats'
  | 'listBreakpoints'
  | 'listSnapshots'
  | 'getSnapshot'
  | 'listReplays'
  | 'getReplay'
  | 'getReplaySettings'
  | 'listMembers'
  | 'plans'
  | 'subscription'
  | 'billingUsage'
  | 'invoices'
>;

/** Arguments of a call. */
export type Given = Readonly<Record<string, unknown>>;

/** An object of a response. */
export type Fields = Readonly<Record<string, unknown>>;

/** Of a tool that gives a list: where its rows are, and how it goes on. */
export type ToolList = {
  /** The field of the route's response that holds the rows. */
  readonly field: string;
  /**
   * How the route gives the rows after a page: by its own cursor, by `offset`, or not at all; then it is asked for all
   * that it gives at once, which `rowsMax` bounds where it has a limit.
   */
  readonly goesOn: 'cursor' | 'offset' | { readonly rowsMax?: number };
  /** The field with the count of all rows. */
  readonly total?: 'total' | 'total_count';
  /** Fields of a row that make a table; without them the rows are objects. */
  readonly columns?: readonly string[];
  /** Fields of a row that are left out. */
  readonly without?: readonly string[];
  /** The argument that ends the time range: it stays where the first page ended, so that no row moves between pages. */
  readonly endsBy?: 'to' | 'end';
  /** False: the row was not there yet at the instant that is asked about, although the route gives it. */
  readonly isKnown?: (row: never, asOfMs: number) => boolean;
};

type Named = {
  readonly name: string;
  readonly title: string;
  /** For a model that chooses among tools: what it gives, in which units. */
  readonly description: string;
};

/** A tool that is another form of a route. */
type OfRoute = Named & {
  readonly input: z.ZodObject;
  /** Called with arguments that `input` has accepted, `as_of` among them where an investigation names it. */
  readonly request: (given: never) => RouteInput;
  /** Where a person sees the same. */
  readonly page: (given: never) => string;
  /** How to get what a long response leaves out. */
  readonly rest?: string;
  /** The tool that lists the ids that this one takes. */
  readonly idsFrom?: string;
};

export type ReadTool = OfRoute & {
  readonly kind: 'read';
  readonly route: ReadRoute;
  readonly list?: ToolList;
  /** The route has a bound of its own for what a model gets. */
  readonly hasOwnBudget?: true;
  /** Its route shows only now. */
  readonly isOfNow?: true;
  /** Since when the thing of a response is there, of a route that shows what never changes. */
  readonly thereSince?: (found: never) => string;
};

/** A tool that answers by itself. */
export type OwnTool = Named & {
  readonly kind: 'own';
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly answer: (given: never, nowMs: number) => Fields;
};

/** A tool that changes something, for keys that may. */
export type ActTool = OfRoute & {
  readonly kind: 'act';
  readonly route: ActionRoute;
  /** It takes something away or ends it, so a person should be asked first. */
  readonly isDestructive: boolean;
  /** To do it again changes nothing more. */
  readonly isIdempotent: boolean;
};

export type Tool = ReadTool | OwnTool | ActTool;

const asOf = z.iso
  .datetime({ offset: true })
  .optional()
  .describe('Past instant (RFC 3339) that is shown instead of now.');

/** Arguments of every tool that knows the past. */
const past = { as_of: asOf, investigation };
type Past = z.output<z.ZodObject<typeof past>>;

const cursor = z.string().optional().describe('`next_cursor` of the page before.');

type Read<Shape extends z.ZodRawShape> = Omit<ReadTool, 'kind' | 'input' | 'request' | 'page'> & {
  readonly input: z.ZodObject<Shape>;
  readonly request: (given: z.output<z.ZodObject<Shape>> & Past) => RouteInput;
  readonly page: (given: z.output<z.ZodObject<Shape>> & Past) => string;
};

/** A tool whose `request` gets what its `input` gives; also of a past instant, and page by page if it is a list. */
export const readTool = <Shape extends z.ZodRawShape>({
  input,
  ...definition
}: Read<Shape>): ReadTool => ({
  ...definition,
  kind: 'read',
  input: strictly({
    ...input.shape,
    ...(definition.list && { cursor }),
    ...(definition.isOfNow ? { investigation } : past),
  }),
});

export const ownTool = <Shape extends z.ZodRawShape>({
  input,
  ...definition
}: Omit<OwnTool, 'kind' | 'input' | 'answer'> & {
  readonly input: z.ZodObject<Shape>;
  readonly answer: (given: z.output<z.ZodObject<Shape>>, nowMs: number) => Fields;
}): OwnTool => ({ ...definition, kind: 'own', input: strictly(input.shape) });

const idempotencyKey = z
  .string()
  .min(1)
  .max(255)
  .optional()
  .describe('The same key for the same wish: repeated within 24 hours, it is done once.');

type Act<Shape extends z.ZodRawShape> = Omit<ActTool, 'kind' | 'input' | 'request' | 'page'> & {
  readonly input: z.ZodObject<Shape>;
  readonly request: (given: z.output<z.ZodObject<Shape>>) => RouteInput;
  readonly page: (given: z.output<z.ZodObject<Shape>>) => string;
};

export const actTool = <Shape extends z.ZodRawShape>({
  input,
  ...definition
}: Act<Shape>): ActTool => ({
  ...definition,
  kind: 'act',
  input: strictly({ ...input.shape, idempotency_key: idempotencyKey }),
});

/** An argument that is not known is refused, for the answer would be to another question. */
export const strictly = (shape: z.ZodRawShape): z.ZodObject =>
  z.strictObject(shape, {
    error: issue =>
      issue.code === 'unrecognized_keys'
        ? unknownName(issue.keys[0] ?? '', Object.keys(shape))
        : undefined,
  });

/** As a query string has the values; absent ones are left out. */
export const asQuery = (
  values: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)]],
    ),
  );
