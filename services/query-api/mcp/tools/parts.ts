import { z } from 'zod';
import { mcpLimits } from '../config.ts';

/** Arguments that several tools have. */
export const service = z.string().describe('Name of the service, exactly as it is listed.');
export const instant = z.iso.datetime({ offset: true });
export const limit = z.int().min(1).max(mcpLimits.rowsMax).default(20).describe('Rows at most.');
export const tableLimit = z
  .int()
  .min(1)
  .max(mcpLimits.tableRowsMax)
  .default(50)
  .describe('Rows at most.');
export const offset = z.int().min(0).default(0).describe('Rows that are skipped.');
export const end = instant.optional().describe('End of the window (RFC 3339); now when absent.');
export const range = {
  from: instant.optional().describe('Begin of the range (RFC 3339).'),
  to: instant.optional().describe('End of the range; now when absent.'),
};

/** The earlier of the end that is named and the instant that is asked about, of a route that knows no past but ends somewhere. */
export const endOf = (to: string | undefined, asOf: string | undefined): string | undefined =>
  to === undefined || (asOf !== undefined && Date.parse(asOf) < Date.parse(to)) ? asOf : to;

/** Versions of what people set, as a table. */
export const versionTable = {
  field: 'versions',
  goesOn: 'cursor',
  total: 'total',
  columns: ['version', 'change', 'restored_from', 'changed_at', 'changed_by', 'settings'],
} as const;
