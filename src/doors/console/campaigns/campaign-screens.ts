import { activityScreen } from './activity-screen.ts';
import { campaignList } from './campaign-list.ts';
import { previewScreen } from './campaign-preview-screen.ts';
import { filingScreen } from './filing-screen.ts';
import { landingScreen } from './landing/landing-screen.ts';
import { newCampaign } from './new-campaign.ts';
import { overviewScreen } from './overview-screen.ts';
import { settingsScreen } from './settings-screen.ts';

/** Fixed addresses stand before those with a parameter. */
export const campaignScreens = [
  campaignList,
  newCampaign,
  filingScreen,
  overviewScreen,
  activityScreen,
  landingScreen,
  previewScreen,
  settingsScreen,
];
