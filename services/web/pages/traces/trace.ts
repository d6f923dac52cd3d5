import type { ResponseOf } from '../../../../schemas/http/routes.ts';

/** A trace as lists and the stream give it. */
export type Trace = ResponseOf<'listTraces'>['traces'][number];
