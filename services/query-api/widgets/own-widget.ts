import { keyNotAllowed } from '../../../platform/http/auth.ts';
import type { Principal } from '../../../platform/http/handler.ts';
import { isOwnService } from '../services/own-service.ts';

/** Throws 403 for a service that the key may not show, whether there is one or not. */
export function assertWidgetService(key: Principal, service: string): void {
  if (!isOwnService(key, service))
    throw keyNotAllowed(key.kind, 'this key may not show this service');
}
