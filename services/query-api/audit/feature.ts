import { audit as rows } from '../../../projections/audit/audit.ts';
import { auditByKind } from '../../../projections/audit/audit-kinds.ts';
import { auditResources } from '../../../projections/audit/audit-resources.ts';
import type { QueryShared } from '../shared.ts';
import { auditLog } from './audit-log.ts';

export const audit = {
  projections: [rows, auditByKind, auditResources],
  handlers: (shared: QueryShared) => ({ audit: auditLog(shared) }),
};
