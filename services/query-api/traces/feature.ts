import { releasedSourceMaps } from '../../../projections/source-maps/released-source-maps.ts';
import { sourceMaps } from '../../../projections/source-maps/source-maps.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { traceHistogram } from './list/trace-histogram.ts';
import { listTraces } from './list/trace-list.ts';
import { openResources } from './resources.ts';
import { streamTraces } from './tail/stream.ts';
import { getTrace } from './trace.ts';
import { getTraceSpan } from './trace-span.ts';
import { diffTraces } from './tree/trace-diff.ts';
import { getTraceOutline } from './tree/trace-outline.ts';
import { getCriticalPath } from './tree/trace-path.ts';

export const traces = {
  projections: [releasedSourceMaps, sourceMaps],
  handlers: ({ watermarks: { spans: watermarks }, ...shared }: QueryShared) => {
    const readResources = openResources();
    return {
      listTraces: asKnown(shared, watermarks, listTraces(shared)),
      traceHistogram: asKnown(shared, watermarks, traceHistogram(shared)),
      streamTraces: streamTraces(shared),
      getTrace: asKnown(shared, watermarks, getTrace({ ...shared, readResources })),
      getTraceOutline: asKnown(shared, watermarks, getTraceOutline(shared)),
      getTraceSpan: asKnown(shared, watermarks, getTraceSpan({ ...shared, readResources })),
      getCriticalPath: asKnown(shared, watermarks, getCriticalPath(shared)),
      diffTraces: asKnown(shared, watermarks, diffTraces(shared), ({ body }) => body),
    };
  },
};
