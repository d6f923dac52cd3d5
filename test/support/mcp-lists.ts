import { deepEqual, equal, ok } from 'node:assert/strict';
import { rowsField } from '../../services/query-api/mcp/read-list.ts';
import type { ReadTool, ToolList } from '../../services/query-api/mcp/tool.ts';
import { tools } from '../../services/query-api/mcp/tools/all.ts';
import type { McpClient } from './mcp-client.ts';

export type Listed = Record<string, unknown> & {
  readonly next_cursor: string | null;
  readonly left_out?: {
    readonly rows: number | null;
    readonly next: { readonly arguments: object };
  };
};

export type ListTool = ReadTool & { readonly list: ToolList };

/** Every tool that gives a list. */
export const listTools: readonly ListTool[] = tools.flatMap(tool =>
  tool.kind === 'read' && tool.list !== undefined ? [{ ...tool, list: tool.list }] : [],
);

/** Lists without rows in the world of tools: its payments are those of the sandbox, which has no invoices. */
export const emptyLists: ReadonlySet<string> = new Set(['list_invoices']);

/** The rows of a page. */
export function rowsOf(name: string, listed: Listed): readonly unknown[] {
  const found = listTools.find(tool => tool.name === name);
  ok(found !== undefined);
  if (found.list.columns) deepEqual(listed.columns, found.list.columns);
  return listed[rowsField(found.list)] as readonly unknown[];
}

/** All rows of a list, page by page as each page says, and the counts of all that it gave where it knows. */
export async function followed(
  client: Pick<McpClient, 'call'>,
  name: string,
  given: object,
  pagesMax = 500,
) {
  const rows: unknown[] = [];
  const counts: (number | null)[] = [];
  let next: object | undefined = given;
  let pages = 0;
  for (; next !== undefined && pages < pagesMax; pages++) {
    const listed: Listed = await client.call<Listed>(name, next);
    rows.push(...rowsOf(name, listed));
    counts.push(listed.left_out?.rows === null ? null : rows.length + (listed.left_out?.rows ?? 0));
    next = listed.left_out?.next.arguments;
    equal(next === undefined, listed.next_cursor === null);
  }
  return { rows, counts, pages, isWhole: next === undefined };
}
