import { invalidField } from '../../../platform/http/problem.ts';
import { targetUrlFault } from '../../../platform/outbound/target-url.ts';

export function expectUrl(url: string | undefined, allow: readonly string[]): void {
  const message = url === undefined ? undefined : targetUrlFault(url, allow);
  if (message !== undefined) throw invalidField('url', message);
}
