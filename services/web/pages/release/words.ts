import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type ReleaseBody = ResponseOf<'getReleaseFigures'>;
export type Deployed = ReleaseBody['deployments'][number];
