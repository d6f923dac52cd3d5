import {
  ignoreErrorGroup,
  regressErrorGroup,
  reopenErrorGroup,
  resolveErrorGroup,
  groupStreams as streams,
} from './act.ts';
import { errorGroups } from './error-group.ts';

export const errorsFeature = {
  aggregates: [errorGroups],
  deciders: {
    ResolveErrorGroup: { streams, decide: resolveErrorGroup },
    IgnoreErrorGroup: { streams, decide: ignoreErrorGroup },
    ReopenErrorGroup: { streams, decide: reopenErrorGroup },
    RegressErrorGroup: { streams, decide: regressErrorGroup },
  },
} as const;
