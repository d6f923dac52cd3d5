import type { ResponseOf } from '../../../../schemas/http/routes.ts';

export type Found = ResponseOf<'getError'>;
