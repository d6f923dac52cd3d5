import type { Handler } from '../../../platform/http/handler.ts';
import type { QueryShared } from '../shared.ts';
import { openResources } from '../traces/resources.ts';
import { getTrace } from '../traces/trace.ts';
import { mcpLimits } from './config.ts';
import { assertKnownSite } from './hosts.ts';
import { runTool, type ToolActs, type ToolDependencies, type ToolReads } from './run-tool.ts';
import { shortSpan } from './short-span.ts';

/** Its bytes are those that the model gets. */
const form = {
  bytesMax: mcpLimits.traceBytesMax,
  ofSpan: shortSpan,
  keepsFailed: true,
} as const;

/** What tools read with: the routes of query-api, and traces in a form that a model gets. */
export const openTools = <Reads extends ToolReads>(
  shared: QueryShared,
  routes: Reads,
  acts: ToolActs,
) => ({
  ...shared,
  acts,
  reads: {
    ...routes,
    getTrace: getTrace({ ...shared, readResources: openResources(), form }),
  },
});

/** POST /mcp: tools over what the routes of query-api read, and over commands. */
export function openMcp(tools: ToolDependencies): { readonly callMcp: Handler<'callMcp'> } {
  return {
    callMcp: async request => {
      assertKnownSite(request.headers, tools.publicUrl());
      // The protocol takes a third of a second to load, which most processes never need.
      const { answerMessage } = await import('./protocol.ts');
      return answerMessage(request, (tool, given) => runTool({ tool, given }, request, tools));
    },
  };
}
