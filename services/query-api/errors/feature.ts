import { errorGroups } from '../../../projections/errors/error-groups.ts';
import { asKnown } from '../as-known.ts';
import type { QueryShared } from '../shared.ts';
import { getError } from './get-error.ts';
import { listErrors } from './list-errors.ts';

export const errors = {
  projections: [errorGroups],
  handlers: ({ watermarks: { spans: watermarks }, ...reads }: QueryShared) => ({
    listErrors: asKnown(reads, watermarks, listErrors(reads)),
    getError: asKnown(reads, watermarks, getError(reads)),
  }),
};
