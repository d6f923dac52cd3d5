import { serveThread } from '../../../platform/threads/serve.ts';
import type { OriginalPlace } from './mapped-stack.ts';
import { type MapToRead, originalPlaces } from './original-places.ts';

serveThread<MapToRead, readonly (OriginalPlace | undefined)[]>(task => ({
  result: originalPlaces(task),
  transfer: [],
}));
