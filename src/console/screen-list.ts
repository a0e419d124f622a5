import { activityScreen } from './campaigns/activity-screen.tsx';
import { campaignList } from './campaigns/campaign-list.tsx';
import { previewScreen } from './campaigns/campaign-preview-screen.tsx';
import { filingScreen } from './campaigns/filing-screen.tsx';
import { landingScreen } from './campaigns/landing/landing-screen.tsx';
import { overviewScreen } from './campaigns/overview-screen.tsx';
import { newCampaign, settingsScreen } from './campaigns/settings-screen.tsx';
import { codeBatchScreen, codeCreationScreen } from './codes/code-creation-screens.tsx';
import { codeFinderScreen } from './codes/code-finder-screen.tsx';
import { codeImportScreen } from './codes/code-import-screen.tsx';
import { codeJobScreen } from './codes/code-job-screen.tsx';
import { codeListScreen } from './codes/code-list-screen.tsx';
import { codePrintScreen } from './codes/code-print-screen.tsx';
import { contactUploadScreen } from './contacts/contact-upload-screen.tsx';
import { contactScreen, groupScreen, groupsScreen } from './contacts/group-screens.tsx';
import { optOutsScreen } from './contacts/opt-outs-screen.tsx';
import { eventScreen, eventsScreen } from './developers/event-screens.tsx';
import { keysScreen } from './developers/keys-screen.tsx';
import { auditScreen, requestsScreen } from './developers/log-screens.tsx';
import { deliveriesScreen, deliveryScreen } from './developers/webhooks/delivery-screens.tsx';
import { endpointScreen } from './developers/webhooks/endpoint-screen.tsx';
import { endpointsScreen, newEndpointScreen } from './developers/webhooks/endpoints-screen.tsx';
import { directoryMemberScreen } from './directories/directory-member-screen.tsx';
import { directoryMembersScreen } from './directories/directory-members-screen.tsx';
import { directoryOffersScreen } from './directories/directory-offers-screen.tsx';
import { directoryListScreen, directoryScreen } from './directories/directory-screens.tsx';
import type { Screen } from './frame/screen.ts';
import { homeScreen } from './home/home-screen.tsx';
import { cardScreen } from './loyalty/card/card-screen.tsx';
import { cardsScreen, newCardScreen } from './loyalty/card/cards-screen.tsx';
import { userScreen } from './loyalty/member/user-screen.tsx';
import { usersScreen } from './loyalty/member/users-screen.tsx';
import { composeScreen } from './sending/draft/compose-screen.tsx';
import { messageScreen, messagesScreen } from './sending/message-screens.tsx';
import { pushScreen } from './sending/push-screen.tsx';
import { sendingJobScreen } from './sending/sending-job-screen.tsx';
import { sendingsScreen } from './sending/sendings-screen.tsx';
import { sessionScreen } from './sessions/session-screen.tsx';
import { accountScreen, accountsScreen, subaccountScreen } from './settings/account-screens.tsx';
import { jobsScreen } from './settings/jobs-screen.tsx';
import { locationsScreen } from './settings/locations-screen.tsx';
import { meScreen } from './settings/me-screen.tsx';
import { peopleScreen } from './settings/people-screen.tsx';
import { platformScreen, platformsScreen } from './settings/platforms/platform-screens.tsx';
import { tillScreen, tillsScreen } from './settings/till-screens.tsx';

/** Fixed paths come before those with parameters, which would match them. */
export const screens: readonly Screen[] = [
  homeScreen,
  campaignList,
  newCampaign,
  filingScreen,
  overviewScreen,
  activityScreen,
  landingScreen,
  previewScreen,
  settingsScreen,
  codeListScreen,
  codeCreationScreen,
  codePrintScreen,
  codeJobScreen,
  codeImportScreen,
  codeBatchScreen,
  codeFinderScreen,
  sessionScreen,
  cardsScreen,
  newCardScreen,
  cardScreen,
  usersScreen,
  userScreen,
  directoryListScreen,
  directoryScreen,
  directoryOffersScreen,
  directoryMembersScreen,
  directoryMemberScreen,
  groupsScreen,
  optOutsScreen,
  groupScreen,
  contactUploadScreen,
  contactScreen,
  sendingsScreen,
  composeScreen,
  sendingJobScreen,
  messagesScreen,
  messageScreen,
  pushScreen,
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
  accountScreen,
  accountsScreen,
  jobsScreen,
  locationsScreen,
  meScreen,
  peopleScreen,
  platformScreen,
  platformsScreen,
  subaccountScreen,
  tillScreen,
  tillsScreen,
];
