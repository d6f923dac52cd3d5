import { feature } from '../feature.ts';
import type { DeliveryEvent } from './events.ts';

export const deliveries = feature<never, DeliveryEvent>()({
  area: 'Deliveries',
  commands: {},
  events: { DeliverySettled: true, DeliveryFailed: true, DeliveryExhausted: true },
  rejections: {},
  routes: [],
});
