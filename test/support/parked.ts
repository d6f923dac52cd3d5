import type { NewRecord } from '../../platform/topic-log/port.ts';
import { parkedRecordVersion, telemetryHeaders } from '../../schemas/topics.ts';

/** A record of telemetry as it lies on its topic when it was over a quota. */
export const parkedRecord = ({ headers, ...record }: NewRecord): NewRecord => ({
  ...record,
  headers: {
    ...headers,
    [telemetryHeaders.version]: parkedRecordVersion,
    [telemetryHeaders.parked]: '1',
  },
});
