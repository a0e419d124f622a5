import type { Directory } from '../../directories/directory/directory.ts';
import type { DirectoryUser } from '../../directories/user/user.ts';
import type { Event } from '../../kernel/event-log/event.ts';
import { directoryPath } from '../../kernel/values/links.ts';
import { date, dateOrNull, filled, flag } from './wire-values.ts';

/** The source of a directory's representation: the directory as GraphQL returns it, or as an event holds it. */
export interface ShownDirectory extends Pick<Directory, 'id' | 'code' | 'name'> {
  url: string;
  categories: readonly { id: string; name: string }[];
  campaigns: readonly { id: string; category: { id: string } | null }[];
}

/** Returns a directory as on /v4 (contract, section 5). */
export function directoryV4({ id, code, name, url, categories, campaigns }: ShownDirectory) {
  return {
    id,
    code,
    name,
    url,
    categories: categories.map(({ id, name }) => ({ id, name })),
    campaigns: campaigns.map(({ id, category }) => ({ id, category: category?.id ?? null })),
  };
}

/** The source of a directory user's representation. */
export interface ShownDirectoryUser
  extends Pick<
    DirectoryUser,
    | 'id'
    | 'email'
    | 'firstName'
    | 'lastName'
    | 'phone'
    | 'birthDate'
    | 'address'
    | 'zip'
    | 'city'
    | 'custom1'
    | 'custom2'
    | 'custom3'
    | 'blockedAt'
    | 'paidAccessUntil'
    | 'createdAt'
  > {}

/** Returns a directory user as on /v4 (contract, section 5). */
export function directoryUserV4(user: ShownDirectoryUser) {
  return {
    id: user.id,
    email: user.email,
    first_name: user.firstName,
    last_name: user.lastName,
    phone: user.phone,
    birth_date: user.birthDate,
    address: user.address,
    zip: user.zip,
    city: user.city,
    custom_1: user.custom1,
    custom_2: user.custom2,
    custom_3: user.custom3,
    blocked: user.blockedAt !== null,
    paid_access_until: dateOrNull(user.paidAccessUntil),
    created_at: date(user.createdAt),
  };
}

/** Returns the directory, category, campaign or directory user that the event concerns. */
export function directoryOfEvent({ type, data, campaignId }: Event, publicUrl: string): object {
  const held = JSON.parse(data);
  if (type === 'directory_campaign_opened')
    return { ...directoryUserV4(held), campaign: held.campaign, session: held.session };
  if (type === 'directory_user_signed_in') return { ...directoryUserV4(held), method: held.method };
  if (/^directory_(user|access)_/.test(type)) return directoryUserV4(held);
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
  return directoryV4({ ...held, url: publicUrl + directoryPath(held.code) });
}

/** Returns `directory_info` (contract, section 5). */
export function directoryInfo(directory: ShownDirectory) {
  const { id, code, name, url, categories, campaigns } = directoryV4(directory);
  return {
    ID: id,
    code,
    name,
    url,
    categories: categories.map(({ id, name }) => ({ ID: id, name })),
    campaigns: campaigns.map(({ id, category }) => ({ ID: id, category: category ?? '' })),
  };
}

/** Returns a directory user with values as on /v3 (contract, section 5). */
export function directoryUserItem(user: ShownDirectoryUser) {
  const { blocked, ...others } = directoryUserV4(user);
  return { ...filled(others), blocked: flag(blocked) };
}
