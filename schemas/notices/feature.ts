import { feature } from '../feature.ts';
import type { NoticeEvent } from './events.ts';
import { noticeRoutes } from './routes.ts';

export const notices = feature<never, NoticeEvent>()({
  area: 'Notices',
  commands: {},
  events: { NoticePlanned: true, NoticeWithheld: true },
  rejections: {},
  routes: noticeRoutes,
});
