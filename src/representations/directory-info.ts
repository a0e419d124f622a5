import type { Directory } from '../directories/directory/directory.ts';
import { endOfAccess, hasPaidAccess } from '../directories/user/paid-access.ts';
import { memberFields } from '../directories/user/user.fields.ts';
import type { DirectoryUser, UserData } from '../directories/user/user.ts';
import type { Event } from '../kernel/event-log/event.ts';
import { now } from '../kernel/values/instant.ts';
import { directoryPath } from '../vocabulary/links.ts';
import type { Loader } from './loader.ts';
import { date, filled, flag, isoTime, wireMembers } from './wire-values.ts';

type ShownDirectory = Pick<Directory, 'id' | 'code' | 'name' | 'description' | 'imageUrl' | 'createdAt' | 'updatedAt'>;

interface BesideDirectory {
  publicUrl: string;
  categories: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; category: string | null }[];
}

async function besideOf(directory: Directory, loader: Loader): Promise<BesideDirectory> {
  const [categories, campaigns] = await Promise.all([loader.categoriesIn(directory), loader.campaignsIn(directory)]);
  return {
    publicUrl: loader.publicUrl,
    categories,
    campaigns: campaigns.map(({ campaignId, categoryId }) => ({ id: campaignId, category: categoryId })),
  };
}

export async function directoryV4Of(directory: Directory, loader: Loader) {
  return directoryV4(directory, await besideOf(directory, loader));
}

function directoryV4(directory: ShownDirectory, { publicUrl, categories, campaigns }: BesideDirectory) {
  return {
    id: directory.id,
    code: directory.code,
    name: directory.name,
    description: directory.description,
    preview_image: directory.imageUrl,
    created_at: isoTime(directory.createdAt),
    updated_at: isoTime(directory.updatedAt ?? directory.createdAt),
    url: publicUrl + directoryPath(directory.code),
    categories: categories.map(({ id, name }) => ({ id, name })),
    campaigns: campaigns.map(({ id, category }) => ({ id, category })),
  };
}

type ShownDirectoryUser = UserData &
  Pick<DirectoryUser, 'id' | 'email' | 'blockedAt' | 'paidAccessUntil' | 'createdAt' | 'updatedAt'>;

const dataOf = wireMembers(memberFields);

/** `at` is the time at which paid access must still apply. */
export function directoryUserV4(user: ShownDirectoryUser, at = now()) {
  const { createdAt, updatedAt } = user;
  const { custom_1, custom_2, custom_3, ...contact } = dataOf(user);
  const end = endOfAccess(user);
  return {
    id: user.id,
    data: { email: user.email, ...contact, country: null, custom_1, custom_2, custom_3 },
    subscription: hasPaidAccess(user, at) ? { expires_at: end && isoTime(end) } : null,
    provider: null,
    blocked: user.blockedAt !== null,
    linked_at: isoTime(createdAt),
    created_at: isoTime(createdAt),
    updated_at: isoTime(updatedAt ?? createdAt),
  };
}

/** Returns the object of the event: a directory, category, campaign or directory user. */
export function directoryOfEvent({ type, data, campaignId, createdAt }: Event, publicUrl: string): object {
  const held = JSON.parse(data);
  const user = () => directoryUserV4(held, createdAt);
  if (type === 'directory_campaign_opened') return { ...user(), campaign: held.campaign, session: held.session };
  if (type === 'directory_user_signed_in') return { ...user(), method: held.method };
  if (/^directory_(user_|access_|registration$)/.test(type)) return user();
  if (type.startsWith('directory_category_'))
    return { id: held.id, directory: campaignId, name: held.name, position: held.position };
  if (type.startsWith('directory_campaign_')) {
    return {
      directory: campaignId,
      campaign: held.campaignId,
      category: held.categoryId,
      paid: held.paidSince !== null,
    };
  }
  // Older events contain no image.
  const campaigns = held.campaigns.map(({ id, category }: CategorizedCampaign) => ({
    id,
    category: category?.id ?? null,
  }));
  return directoryV4({ imageUrl: null, ...held }, { publicUrl, categories: held.categories, campaigns });
}

interface CategorizedCampaign {
  id: string;
  category: { id: string } | null;
}

export async function directoryInfo(directory: Directory, loader: Loader) {
  const { id, code, name } = directory;
  const { publicUrl, categories, campaigns } = await besideOf(directory, loader);
  return {
    ID: id,
    code,
    name,
    url: publicUrl + directoryPath(code),
    categories: categories.map(({ id, name }) => ({ ID: id, name })),
    campaigns: campaigns.map(({ id, category }) => ({ ID: id, category: category ?? '' })),
  };
}

export function directoryUserItem(user: ShownDirectoryUser) {
  return {
    id: user.id,
    email: user.email,
    ...filled(dataOf(user)),
    paid_access: flag(hasPaidAccess(user, now())),
    paid_access_until: date(endOfAccess(user)),
    created_at: date(user.createdAt),
    blocked: flag(user.blockedAt),
  };
}
