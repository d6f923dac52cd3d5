import type { Handler } from '../../../platform/http/handler.ts';
import { openNetworkLimit } from '../../../platform/http/network-limit.ts';
import { findConfirmation, findSubscription } from '../../../projections/channels/mail-links.ts';
import {
  confirmationPageOf,
  subscriptionPageOf,
} from '../../../projections/channels/mail-pages.ts';
import { limits } from '../config.ts';
import type { QueryShared } from '../shared.ts';

type Dependencies = Pick<QueryShared, 'projections' | 'keyring'>;

/** GET /mail/confirm/:token: changes nothing. */
export const confirmationPage =
  (dependencies: Dependencies): Handler<'confirmationPage'> =>
  async request =>
    confirmationPageOf(await findConfirmation(request, dependencies));

/** GET /mail/unsubscribe/:token: changes nothing. */
export const unsubscribePage =
  (dependencies: Dependencies): Handler<'unsubscribePage'> =>
  async request =>
    subscriptionPageOf(await findSubscription(request, dependencies));

/** The pages need no key, so they are limited by client network. */
export const mailPages = (now: () => number) =>
  openNetworkLimit({ perHourMax: limits.mailPagesPerHour, now, counted: 'pages of mails' });
