import type { Log } from '../../../platform/log.ts';
import { limits } from '../config.ts';

/** What is said of telemetry that names no service: it is taken, and is rarely what its sender wants. */
export const unnamedHint =
  'a resource names no service, so it is shown as unknown_service: set OTEL_SERVICE_NAME, or service.name in the resource';

/** Says once in the log, for each organization, that it sends what names no service. */
export function openUnnamed(log: Pick<Log, 'warn'>): (organizationId: string) => void {
  const said = new Set<string>();
  return organizationId => {
    if (said.has(organizationId) || said.size >= limits.unnamedSaidMax) return;
    said.add(organizationId);
    log.warn({ organizationId }, unnamedHint);
  };
}
