import { activityScreen } from './campaigns/activity-screen.tsx';
import { campaignList } from './campaigns/campaign-list.tsx';
import { previewScreen } from './campaigns/campaign-preview-screen.tsx';
import { filingScreen } from './campaigns/filing-screen.tsx';
import { landingScreen } from './campaigns/landing/landing-screen.tsx';
import { newCampaign } from './campaigns/new-campaign.ts';
import { overviewScreen } from './campaigns/overview-screen.tsx';
import { settingsScreen } from './campaigns/settings-screen.tsx';
import { codeBatchScreen } from './codes/code-batch-screen.tsx';
import { codeCreationScreen } from './codes/code-creation-screen.ts';
import { codeFinderScreen } from './codes/code-finder-screen.tsx';
import { codeImportScreen } from './codes/code-import-screen.tsx';
import { codeJobScreen } from './codes/code-job-screen.tsx';
import { codeListScreen } from './codes/code-list-screen.tsx';
import { codePrintScreen } from './codes/code-print-screen.tsx';
import { contactScreen } from './contacts/contact-screen.ts';
import { contactUploadScreen } from './contacts/contact-upload-screen.tsx';
import { groupScreen } from './contacts/group-screen.tsx';
import { groupsScreen } from './contacts/groups-screen.tsx';
import { optOutsScreen } from './contacts/opt-outs-screen.tsx';
import { eventScreen } from './developers/events/event-screen.tsx';
import { eventsScreen } from './developers/events/events-screen.tsx';
import { keysScreen } from './developers/keys/keys-screen.tsx';
import { auditScreen } from './developers/logs/audit-screen.tsx';
import { requestsScreen } from './developers/logs/requests-screen.tsx';
import { deliveriesScreen } from './developers/webhooks/deliveries-screen.tsx';
import { deliveryScreen } from './developers/webhooks/delivery-screen.tsx';
import { endpointScreen } from './developers/webhooks/endpoint-screen.tsx';
import { endpointsScreen } from './developers/webhooks/endpoints-screen.tsx';
import { newEndpointScreen } from './developers/webhooks/new-endpoint-screen.tsx';
import { directoryListScreen } from './directories/directory-list-screen.tsx';
import { directoryMemberScreen } from './directories/directory-member-screen.tsx';
import { directoryMembersScreen } from './directories/directory-members-screen.tsx';
import { directoryOffersScreen } from './directories/directory-offers-screen.tsx';
import { directoryScreen } from './directories/directory-screen.tsx';
import type { Screen } from './frame/screen.ts';
import { homeScreen } from './home/home-screen.tsx';
import { cardScreen } from './loyalty/card/card-screen.tsx';
import { cardsScreen } from './loyalty/card/cards-screen.tsx';
import { newCardScreen } from './loyalty/card/new-card-screen.ts';
import { userScreen } from './loyalty/member/user-screen.tsx';
import { usersScreen } from './loyalty/member/users-screen.tsx';
import { merchantsScreen } from './loyalty/merchants-screen.tsx';
import { composeScreen } from './sending/draft/compose-screen.tsx';
import { messageScreen } from './sending/message-screen.tsx';
import { messagesScreen } from './sending/messages-screen.tsx';
import { pushScreen } from './sending/push-screen.tsx';
import { sendingJobScreen } from './sending/sending-job-screen.tsx';
import { sendingsScreen } from './sending/sendings-screen.tsx';
import { sessionScreen } from './sessions/session-screen.tsx';
import { accountScreen } from './settings/account-screen.tsx';
import { accountsScreen } from './settings/accounts-screen.tsx';
import { jobsScreen } from './settings/jobs-screen.tsx';
import { meScreen } from './settings/me-screen.tsx';
import { peopleScreen } from './settings/people-screen.tsx';
import { platformScreen } from './settings/platforms/platform-screen.tsx';
import { platformsScreen } from './settings/platforms/platforms-screen.tsx';
import { subaccountScreen } from './settings/subaccount-screen.tsx';
import { tillScreen } from './settings/tills/till-screen.tsx';
import { tillsScreen } from './settings/tills/tills-screen.tsx';

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
  merchantsScreen,
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
  meScreen,
  peopleScreen,
  platformScreen,
  platformsScreen,
  subaccountScreen,
  tillScreen,
  tillsScreen,
];
