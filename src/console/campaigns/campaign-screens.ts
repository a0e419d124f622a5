import { activityScreen } from './activity-screen.tsx';
import { campaignList } from './campaign-list.tsx';
import { previewScreen } from './campaign-preview-screen.tsx';
import { filingScreen } from './filing-screen.tsx';
import { landingScreen } from './landing/landing-screen.tsx';
import { newCampaign } from './new-campaign.ts';
import { overviewScreen } from './overview-screen.tsx';
import { settingsScreen } from './settings-screen.tsx';

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
