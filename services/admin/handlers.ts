import type { Handlers } from '../../platform/http/handler.ts';
import { backUp } from './backup.ts';
import type { AdminContext } from './context.ts';
import { dead } from './dead/dead.ts';
import { deadShow } from './dead/dead-show.ts';
import { redrive } from './dead/redrive.ts';
import { history } from './history.ts';
import { cancelJob, listJobs, showJob } from './job.ts';
import { rebuild } from './rebuild.ts';
import { replay } from './replay.ts';
import { sql } from './sql/sql.ts';
import { status } from './status.ts';
import { verify } from './verify/verify.ts';

type AdminName =
  | 'adminStatus'
  | 'adminDead'
  | 'adminDeadShow'
  | 'adminRedrive'
  | 'adminReplay'
  | 'adminHistory'
  | 'adminSql'
  | 'adminBackUp'
  | 'adminVerify'
  | 'adminJobs'
  | 'adminJob'
  | 'adminRebuild'
  | 'adminCancelJob';

/** The operators' routes, except for those on API keys, which are about accounts. */
export const adminHandlers = (context: AdminContext): Handlers<AdminName> => ({
  adminStatus: status(context),
  adminDead: dead(context),
  adminDeadShow: deadShow(context),
  adminRedrive: redrive(context),
  adminReplay: replay(context),
  adminHistory: history(context),
  adminSql: sql(context),
  adminBackUp: backUp(context),
  adminVerify: verify(context),
  adminJobs: listJobs(context),
  adminJob: showJob(context),
  adminRebuild: rebuild(context),
  adminCancelJob: cancelJob(context),
});
