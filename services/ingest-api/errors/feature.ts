import { errorGroups } from '../../../projections/errors/error-groups.ts';
import type { IngestShared } from '../shared.ts';
import { ignoreError, reopenError, resolveError } from './act.ts';

export const errors = {
  projections: [errorGroups],
  handlers: (shared: IngestShared) => ({
    resolveError: resolveError(shared),
    ignoreError: ignoreError(shared),
    reopenError: reopenError(shared),
  }),
};
