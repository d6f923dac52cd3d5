import type { OrganizationReads } from '../../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../../schemas/ids.ts';
import { readRows } from '../windows/window-metrics.ts';
import { noSuchService } from './own-service.ts';

/** Throws 404 for a service that is neither registered nor ever sent anything. */
export type AssertServiceExists = (
  organization: OrganizationId,
  service: string,
  signal: AbortSignal,
) => Promise<void>;

/** What the reads of one service need. */
export type ServiceReads = {
  readonly warehouse: OrganizationReads;
  readonly clock: () => number;
  readonly expectKnown: AssertServiceExists;
};

export type ServiceExistenceDependencies = {
  readonly warehouse: OrganizationReads;
  /** Whether a service was registered, though it may have sent nothing yet. */
  readonly isRegistered: (
    organization: OrganizationId,
    service: string,
    signal: AbortSignal,
  ) => Promise<boolean>;
};

export const openExpectKnown =
  ({ warehouse, isRegistered }: ServiceExistenceDependencies): AssertServiceExists =>
  async (organization, service, signal) => {
    if (await isRegistered(organization, service, signal)) return;
    const seen = await readRows(
      {
        sql: `SELECT 1 FROM windows_1h
              WHERE organization = {organization:UUID} AND service = {service:String} LIMIT 1`,
        parameters: { organization, service },
      },
      { warehouse, signal },
    );
    if (seen.length === 0) throw noSuchService(service);
  };
