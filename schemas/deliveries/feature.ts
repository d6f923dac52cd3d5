import { feature } from '../feature.ts';
import type { DeliveryEvent, RegistrationForgotten } from './events.ts';

export const deliveries = feature<never, DeliveryEvent | RegistrationForgotten>()({
  area: 'Deliveries',
  commands: {},
  events: {
    DeliverySettled: true,
    DeliveryFailed: true,
    DeliveryExhausted: true,
    RegistrationForgotten: true,
  },
  rejections: {},
  routes: [],
});
