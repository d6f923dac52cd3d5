import type { BookProjection } from '../../projections/engine/book.ts';
import { dueMails } from './mails/deliver-mails.ts';
import { dueNotices } from './notices/deliver-notices.ts';
import { dueWebhooks } from './webhooks/deliver-webhooks.ts';

/** What is due of every kind of delivery. */
export const dueBooks: readonly BookProjection[] = [dueMails, dueNotices, dueWebhooks];
