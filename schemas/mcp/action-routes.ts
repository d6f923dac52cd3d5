import type { RouteName } from '../http/routes.ts';

/** The commands that tools send. */
export type ActionRoute = Extract<
  RouteName,
  | 'acknowledgeAlert'
  | 'acknowledgeTriageItem'
  | 'investigateTriageItem'
  | 'resolveTriageItem'
  | 'snoozeTriageItem'
  | 'createSilence'
  | 'endSilence'
  | 'restoreSilence'
  | 'createAlertRule'
  | 'changeAlertRule'
  | 'toggleAlertRule'
  | 'deleteAlertRule'
  | 'restoreAlertRule'
  | 'changeReplaySettings'
  | 'inviteMember'
  | 'changeMember'
  | 'removeMember'
>;
