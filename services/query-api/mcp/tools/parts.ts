import { z } from 'zod';
import { mcpLimits } from '../config.ts';

/** Arguments that several tools have. */
export const service = z.string().describe('Name of the service, exactly as it is listed.');
export const instant = z.iso.datetime({ offset: true });
export const limit = z.int().min(1).max(mcpLimits.rowsMax).default(20).describe('Rows at most.');
export const offset = z.int().min(0).default(0).describe('Rows that are skipped.');
export const asOf = instant
  .optional()
  .describe('State as of this past instant (RFC 3339) instead of now.');
export const end = instant.optional().describe('End of the window (RFC 3339); now when absent.');
