import type { NewRecord } from '../../../platform/topic-log/port.ts';
import { recordVersion, signalHeaders } from '../../../schemas/topics.ts';

/** A record on `signals`. */
export const signalRecord = (organization: string, kind: string, value: object): NewRecord => ({
  key: organization,
  headers: {
    [signalHeaders.version]: recordVersion,
    [signalHeaders.kind]: kind,
    [signalHeaders.organization]: organization,
  },
  value: Buffer.from(JSON.stringify(value)),
});
