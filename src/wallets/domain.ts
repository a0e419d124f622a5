import { defineDomain } from '../kernel/domain.ts';
import { walletDesigns } from './design/wallet-design.ts';
import { walletPictures } from './design/wallet-picture.ts';
import { walletDevices, walletRegistrations } from './device/device.ts';
import { googleClasses } from './google-pass/google-class.ts';
import { googleNonces } from './google-pass/google-report.ts';
import { walletNotifications } from './notification/notification.ts';
import { sendPushJob } from './notification/push-job.ts';
import { walletLanes } from './notification/wallet-lane.ts';
import { walletPasses } from './pass/pass.ts';
import { passCounts } from './pass/pass-counts.ts';
import { walletCampaigns } from './pass/wallet-campaign.ts';
import { pushes } from './push/push.ts';
import { markAccountJob } from './update/renamed-account.ts';
import { walletProblems } from './wallet-problems.ts';

export const walletsDomain = defineDomain({
  problems: walletProblems,
  tables: [
    walletPasses,
    walletCampaigns,
    passCounts,
    walletDevices,
    walletRegistrations,
    googleClasses,
    googleNonces,
    pushes,
    walletLanes,
    walletNotifications,
    walletDesigns,
    walletPictures,
  ],
  jobs: [markAccountJob, sendPushJob],
});
