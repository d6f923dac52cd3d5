import { setImmediate as otherWork } from 'node:timers/promises';
import { hourStart } from '../../../schemas/window.ts';
import { edgeRows } from '../blocks/edges.ts';
import type { BatchMetadata } from '../blocks/marker.ts';
import { type Block, splitByPartition } from '../blocks/table-block.ts';
import type { EdgeWindow } from '../core/edge-window.ts';
import { mergedEdges } from './merged-edges.ts';

/** What a batch adds to both tables of edges. */
export async function edgeBlocks(
  edges: readonly EdgeWindow[],
  stamp: BatchMetadata,
): Promise<readonly Block[]> {
  if (edges.length === 0) return [];
  const hours = await mergedEdges(edges, edge => ({ ...edge, time: hourStart(edge.time) }));
  const blocks = await splitByPartition(edgeRows('edges', edges, stamp));
  await otherWork();
  return [...blocks, ...(await splitByPartition(edgeRows('edges_1h', hours, stamp)))];
}

/** Requests come last, as they recognise repeats. */
export function withEdges(blocks: readonly Block[], edges: readonly Block[]): readonly Block[] {
  const requests = blocks.filter(({ table }) => table === 'requests');
  return [...blocks.filter(({ table }) => table !== 'requests'), ...edges, ...requests];
}
