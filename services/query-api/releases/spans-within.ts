import type { Range } from '../../../domain/releases/compared.ts';
import { spanBucketStart } from '../../../schemas/window.ts';
import { spanSql } from '../../../schemas/window-sql.ts';

const { ended } = spanSql;

/** A condition on the spans of an organization that ended in a range; they lie in five-minute buckets of their end. */
export const spansWithin = ({ fromSeconds, toSeconds }: Range): string => `
  organization = {organization:UUID}
  AND bucket >= toDateTime(${spanBucketStart(fromSeconds)}, 'UTC') AND bucket < toDateTime(${toSeconds}, 'UTC')
  AND ${ended} >= ${fromSeconds}000000000 AND ${ended} < ${toSeconds}000000000`;
