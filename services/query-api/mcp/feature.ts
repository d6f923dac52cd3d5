import type { Handler } from '../../../platform/http/handler.ts';
import type { QueryShared } from '../shared.ts';
import { openResources } from '../traces/resources.ts';
import { getTrace } from '../traces/trace.ts';
import { mcpLimits } from './config.ts';
import { assertKnownSite } from './hosts.ts';
import { runTool, type ToolReads } from './run-tool.ts';
import { shortSpan } from './short-span.ts';

/** Its bytes are those that the model gets. */
const form = {
  bytesMax: mcpLimits.traceBytesMax,
  ofSpan: shortSpan,
  keepsFailed: true,
} as const;

/** POST /mcp: tools over what the routes of query-api read. */
export function openMcp(
  shared: QueryShared,
  routes: ToolReads,
): { readonly callMcp: Handler<'callMcp'> } {
  const reads = {
    ...routes,
    getTrace: getTrace({ ...shared, readResources: openResources(), form }),
  };
  return {
    callMcp: async request => {
      assertKnownSite(request.headers, shared.publicUrl());
      // The protocol takes a third of a second to load, which most processes never need.
      const { answerMessage } = await import('./protocol.ts');
      return answerMessage(request, (tool, given) =>
        runTool({ tool, given }, request, { ...shared, reads }),
      );
    },
  };
}
