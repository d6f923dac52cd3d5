import type { RouteName } from '../../../schemas/http/routes.ts';

/** Every read of operators. A test compares them with the table of routes. */
export const operatorReads = {
  adminStatus: '/admin/status',
  adminDead: '/admin/dead',
  adminDeadShow: '/admin/dead/*id',
  adminHistory: '/admin/history/*stream',
  adminJob: '/admin/jobs/:id',
} as const satisfies Partial<Record<RouteName, string>>;

export type OperatorRead = keyof typeof operatorReads;

/** What operators do, by POST, and the reads that show something else after it. */
export const operatorActs = {
  adminRedrive: {
    path: '/admin/dead/redrive',
    changes: ['adminDead', 'adminDeadShow', 'adminStatus'],
  },
  adminRebuild: { path: '/admin/projections/:projection/rebuild', changes: [] },
  adminCancelJob: { path: '/admin/jobs/:id/cancel', changes: ['adminJob', 'adminStatus'] },
  adminSql: { path: '/admin/sql', changes: [] },
} as const satisfies Partial<
  Record<RouteName, { readonly path: string; readonly changes: readonly OperatorRead[] }>
>;

export type OperatorAct = keyof typeof operatorActs;
