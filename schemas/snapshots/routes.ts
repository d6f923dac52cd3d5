import { managementRoutes } from './management-routes.ts';
import { sdkRoutes } from './sdk-routes.ts';

/** Paths of the switch come first: an id of a snapshot fits there too. */
export const snapshotRoutes = [...sdkRoutes, ...managementRoutes] as const;
