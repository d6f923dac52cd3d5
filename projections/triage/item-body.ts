import { escalationLevelAt, statusAt } from '../../domain/triage/item.ts';
import type { TriageItemBody } from '../../schemas/triage/parts.ts';
import type { TriageItemRow } from './triage-inbox.ts';

/** An item as clients read it at an instant. */
export function triageItemBody(row: TriageItemRow, nowMs: number): TriageItemBody {
  const status = statusAt(row, nowMs);
  const snoozedUntilMs = status === 'snoozed' ? row.snoozedUntilMs : undefined;
  return {
    id: row.itemId,
    entity_type: row.entityType,
    entity_id: row.entityId,
    title: row.title,
    message: row.message,
    severity: row.severity,
    status,
    service_name: row.serviceName,
    team_id: null,
    team_name: null,
    timestamp: new Date(row.openedAtMs).toISOString(),
    updated_at: new Date(row.updatedAtMs).toISOString(),
    escalation_level: escalationLevelAt(row, nowMs),
    snoozed_until: instantOf(snoozedUntilMs),
    acknowledged_at: instantOf(row.acknowledgedAtMs),
    resolved_at: instantOf(row.resolved?.atMs),
    resolved_by: row.resolved?.by ?? null,
  };
}

const instantOf = (atMs: number | undefined): string | null =>
  atMs === undefined ? null : new Date(atMs).toISOString();
