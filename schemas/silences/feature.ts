import { feature } from '../feature.ts';
import type { SilenceCommand } from './commands.ts';
import type { SilenceEvent } from './events.ts';
import { silenceRoutes } from './routes.ts';

export const silences = feature<SilenceCommand, SilenceEvent>()({
  area: 'Silences',
  commands: { StartSilence: true, ChangeSilence: true, EndSilence: true, RestoreSilence: true },
  events: { SilenceStarted: true, SilenceChanged: true, SilenceEnded: true },
  rejections: { not_found: 404, invalid_request: 400, limit_reached: 409, silence_ended: 409 },
  routes: silenceRoutes,
});
