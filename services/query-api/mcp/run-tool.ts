import type { Handlers, HttpRequest } from '../../../platform/http/handler.ts';
import { lateProblem } from '../../../platform/http/problem.ts';
import type { Log } from '../../../platform/log.ts';
import { callRoute } from '../route-call.ts';
import { pageOf } from './page-of.ts';
import type { Tool, ToolRoute } from './tool.ts';

export type ToolReads = Pick<Handlers, ToolRoute>;

/** What a tool has found, or the sentence of why it could not. */
export type ToolOutcome = { readonly text: string; readonly isError?: true };

/** Reads what the tool's route gives, and says where a person sees it. */
export async function runTool(
  { tool, given }: { readonly tool: Tool; readonly given: object },
  request: HttpRequest<'callMcp'>,
  {
    reads,
    log,
    publicUrl,
  }: { readonly reads: ToolReads; readonly log: Log; readonly publicUrl: () => string },
): Promise<ToolOutcome> {
  try {
    const input = tool.request(given as never);
    const found = await callRoute(tool.route, input, request, reads);
    return { text: JSON.stringify({ ...found, page: publicUrl() + pageOf(tool.route, input) }) };
  } catch (error) {
    const { code, message } = lateProblem(error, request.signal, () =>
      log.error({ err: error, tool: tool.name }, 'a tool failed'),
    );
    return { text: `${code}: ${message}`, isError: true };
  }
}
