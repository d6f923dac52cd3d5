import type { KeptWindow } from '../../schemas/health/check.ts';
import type { MaintenanceBody } from '../../schemas/health/parts.ts';

/** A window as clients read it. */
export const windowBody = ({ id, fromMs, toMs, reason }: KeptWindow): MaintenanceBody => ({
  id,
  from: new Date(fromMs).toISOString(),
  to: new Date(toMs).toISOString(),
  reason,
});
