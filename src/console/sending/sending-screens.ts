import { composeScreen } from './draft/compose-screen.tsx';
import { messageScreen } from './message-screen.tsx';
import { messagesScreen } from './messages-screen.tsx';
import { pushScreen } from './push-screen.tsx';
import { sendingJobScreen } from './sending-job-screen.tsx';
import { sendingsScreen } from './sendings-screen.tsx';

/** The screens of the area `sending`. */
export const sendingScreens = [
  sendingsScreen,
  composeScreen,
  sendingJobScreen,
  messagesScreen,
  messageScreen,
  pushScreen,
];
