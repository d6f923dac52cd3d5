import { releasedSourceMaps } from '../../../projections/source-maps/released-source-maps.ts';
import { sourceMaps } from '../../../projections/source-maps/source-maps.ts';
import type { QueryShared } from '../shared.ts';
import { withWatermark } from '../watermark.ts';
import { openResources } from './resources.ts';
import { streamTraces } from './tail/stream.ts';
import { getTrace } from './trace.ts';
import { listTraces } from './trace-list.ts';

export const traces = {
  projections: [releasedSourceMaps, sourceMaps],
  handlers: ({ watermarks: { spans: watermarks }, ...shared }: QueryShared) => ({
    listTraces: withWatermark(watermarks, listTraces(shared)),
    streamTraces: streamTraces(shared),
    getTrace: withWatermark(watermarks, getTrace({ ...shared, readResources: openResources() })),
  }),
};
