import type { ResponseOf } from '../../../schemas/http/routes.ts';
import type { Breaches } from './breaches.ts';

const pageMax = 500;

/** Every alert of the run is recomputed from the log, whatever was killed when it fired. */
export async function proofFaults(url: string, breaches: Breaches): Promise<string[]> {
  const headers = { 'X-API-Key': breaches.owner().key };
  const get = async <Body>(path: string): Promise<Body> => {
    const answer = await fetch(`${url}${path}`, { headers });
    if (answer.status === 200) return (await answer.json()) as Body;
    throw new Error(`expected 200 for ${path}, found ${answer.status}: ${await answer.text()}`);
  };
  const faults: string[] = [];
  for (let offset = 0; ; offset += pageMax) {
    const page = `/v1/alerts?limit=${pageMax}&offset=${offset}`;
    const { alerts, total } = await get<ResponseOf<'listAlerts'>>(page);
    if (total === 0) return ['expected alerts to prove, found none'];
    for (const { id } of alerts)
      faults.push(...faultsOf(await get<ResponseOf<'proveAlert'>>(`/v1/alerts/${id}/proof`)));
    if (offset + alerts.length >= total) return faults;
  }
}

function faultsOf({ id, match, fields }: ResponseOf<'proveAlert'>): string[] {
  const wrong = fields.filter(field => !field.match);
  if (match && wrong.length === 0) return [];
  const said = wrong.map(
    ({ field, recorded, recomputed }) =>
      `${field} ${JSON.stringify(recorded)}, recomputed ${JSON.stringify(recomputed)}`,
  );
  return [`alert ${id} has no proof: ${said.join('; ')}`];
}
