import { audit as rows } from '../../../projections/audit/audit.ts';
import { auditResources } from '../../../projections/audit/audit-resources.ts';
import type { QueryShared } from '../shared.ts';
import { auditLog } from './audit-log.ts';

export const audit = {
  projections: [rows, auditResources],
  handlers: (shared: QueryShared) => ({ audit: auditLog(shared) }),
};
