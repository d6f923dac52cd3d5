import type { Handler } from '../../../platform/http/handler.ts';
import { watermarkHeader } from '../watermark.ts';
import { boundsOf } from '../windows/window-metrics.ts';
import { isOwnService } from './own-service.ts';
import type { ReadServiceList } from './service-lists.ts';

/** GET /v1/services: what each service did in the 24 hours that its metrics of that window are of, by name, or in a range. */
export const listServices =
  (readList: ReadServiceList, inRange: Handler<'listServices'>): Handler<'listServices'> =>
  async request => {
    const { key, query } = request;
    if (Object.values(query).some(value => value !== undefined)) return inRange(request);
    const { range, services: all, watermarkMs } = await readList(key.organizationId);
    const services = all.filter(({ name }) => isOwnService(key, name));
    const samples = services.reduce((sum, service) => sum + service.request_count, 0);
    return {
      status: 200,
      headers: watermarkHeader(watermarkMs),
      body: { services, total: services.length, ...boundsOf(range), sample_count: samples },
    };
  };
