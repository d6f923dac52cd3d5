import type { Warehouse } from '../../platform/warehouse/port.ts';
import type { OrganizationId } from '../../schemas/ids.ts';
import { limits } from './config.ts';

type Asked = {
  readonly organization: OrganizationId;
  /** '': all of them. */
  readonly service: string;
  readonly fromMs: number;
  readonly toMs: number;
};

type TopError = { readonly type: string; readonly message: string };

/** Of the latest errors of a range, the one that came most often. */
export async function readTopError(
  { organization, service, fromMs, toMs }: Asked,
  {
    warehouse,
    signal,
  }: { readonly warehouse: Pick<Warehouse, 'query'>; readonly signal: AbortSignal },
): Promise<TopError | undefined> {
  const parameters = { organization, service, from: fromMs / 1000, to: toMs / 1000 };
  const options = { signal, maxExecutionMs: limits.leadsMsMax, reader: { organization } };
  const [found] = await warehouse.query<TopError>(statement(service), parameters, options);
  return found && { type: found.type.toWellFormed(), message: found.message.toWellFormed() };
}

// Of one service they lie in the order of time, so no more than these are read.
const statement = (service: string): string => `
  SELECT type, message FROM (
    SELECT substringUTF8(type, 1, ${limits.leadCharactersMax}) AS type,
           substringUTF8(message, 1, ${limits.leadCharactersMax}) AS message
    FROM errors
    WHERE organization = {organization:UUID} ${service === '' ? '' : 'AND service = {service:String}'}
      AND time >= toDateTime({from:UInt32}, 'UTC') AND time < toDateTime({to:UInt32}, 'UTC') AND (type != '' OR message != '')
    ORDER BY time DESC LIMIT ${limits.leadErrorsMax}
  ) GROUP BY type, message ORDER BY count() DESC, type, message LIMIT 1`;
