import { feature } from '../feature.ts';
import type { SourceMapCommand } from './commands.ts';
import type { SourceMapEvent } from './events.ts';
import { sourceMapRoutes } from './routes.ts';

export const sourceMaps = feature<SourceMapCommand, SourceMapEvent>()({
  area: 'Source maps',
  commands: { UploadSourceMap: true, DeleteSourceMap: true },
  events: { SourceMapUploaded: true, SourceMapDeleted: true },
  rejections: { limit_reached: 409 },
  routes: sourceMapRoutes,
});
