import { composeScreen } from './draft/compose-screen.ts';
import { messageScreen } from './message-screen.ts';
import { messagesScreen } from './messages-screen.ts';
import { pushScreen } from './push-screen.ts';
import { sendingJobScreen } from './sending-job-screen.ts';
import { sendingsScreen } from './sendings-screen.ts';

/** The screens of the area `sending`. */
export const sendingScreens = [
  sendingsScreen,
  composeScreen,
  sendingJobScreen,
  messagesScreen,
  messageScreen,
  pushScreen,
];
