import { eventScreen } from './events/event-screen.ts';
import { eventsScreen } from './events/events-screen.ts';
import { keysScreen } from './keys/keys-screen.ts';
import { auditScreen } from './logs/audit-screen.ts';
import { requestsScreen } from './logs/requests-screen.ts';
import { deliveriesScreen } from './webhooks/deliveries-screen.ts';
import { deliveryScreen } from './webhooks/delivery-screen.ts';
import { endpointScreen } from './webhooks/endpoint-screen.ts';
import { endpointsScreen } from './webhooks/endpoints-screen.ts';
import { newEndpointScreen } from './webhooks/new-endpoint-screen.ts';

/** The paths with parameters come last, because they would match the others. */
export const developerScreens = [
  endpointsScreen,
  newEndpointScreen,
  deliveriesScreen,
  deliveryScreen,
  endpointScreen,
  eventsScreen,
  eventScreen,
  keysScreen,
  requestsScreen,
  auditScreen,
];
