import { z } from 'zod';
import { instant } from '../http/parts.ts';
import { rebuildReport } from './rebuild.ts';

export const backupFolderCharactersMax = 1_000;

const backupReport = z.object({
  /** The folder of this backup. */
  folder: z.string(),
  /** Everything that was acknowledged before is in it. */
  started_at: instant,
  finished_at: instant,
  files: z.int(),
  bytes: z.int(),
  /** Of files that share the space of an earlier backup. */
  shared_bytes: z.int(),
});

export const checkNames = [
  'requests',
  'spans',
  'batches',
  'windows',
  'projections',
  'alerts',
] as const;

const check = z.object({
  name: z.enum(checkNames),
  /** What holds where there is no fault. */
  claim: z.string(),
  checked: z.int(),
  /** What could not be checked, such as an alert whose input is not kept any more. */
  skipped: z.int(),
  faults: z.int(),
  /** The first of the faults, a sentence each. */
  examples: z.array(z.string()),
});

const verificationReport = z.object({ holds: z.boolean(), checks: z.array(check) });

/** Long work of an operator in one process, known until the process ends. */
export const adminJob = z.object({
  id: z.uuid(),
  kind: z.enum(['backup', 'verification', 'rebuild']),
  state: z.enum(['running', 'succeeded', 'failed', 'cancelled']),
  started_at: instant,
  ended_at: instant.nullable(),
  /** What is done now, and how much of it; `total` is null while nobody knows. */
  step: z.string(),
  done: z.int(),
  total: z.int().nullable(),
  error: z.string().nullable(),
  backup: backupReport.nullable(),
  verification: verificationReport.nullable(),
  rebuild: rebuildReport.nullable(),
});

export const backupRequest = z.object({
  /** A folder on the machine of the server, as an absolute path. Each backup gets a folder of its own in it. */
  folder: z.string().min(1).max(backupFolderCharactersMax),
});

export const verifyRequest = z
  .object({
    /** Only telemetry received since; all that is kept when absent. */
    since: instant.optional(),
  })
  .optional();

export type AdminJob = z.infer<typeof adminJob>;
export type CheckName = (typeof checkNames)[number];
export type Check = z.infer<typeof check>;
export type VerificationReport = z.infer<typeof verificationReport>;
