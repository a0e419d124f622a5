import { eventScreen } from './events/event-screen.tsx';
import { eventsScreen } from './events/events-screen.tsx';
import { keysScreen } from './keys/keys-screen.tsx';
import { auditScreen } from './logs/audit-screen.tsx';
import { requestsScreen } from './logs/requests-screen.tsx';
import { deliveriesScreen } from './webhooks/deliveries-screen.tsx';
import { deliveryScreen } from './webhooks/delivery-screen.tsx';
import { endpointScreen } from './webhooks/endpoint-screen.tsx';
import { endpointsScreen } from './webhooks/endpoints-screen.tsx';
import { newEndpointScreen } from './webhooks/new-endpoint-screen.tsx';

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
