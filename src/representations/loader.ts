import type { Context } from '../api/context.ts';
import type { ShownContact } from '../contacts/contact/contact.ts';
import type { ContactGroup } from '../contacts/group/contact-group.ts';
import { contactGroup } from '../contacts/group/contact-group-operations.ts';
import { type BriefCoupon, type Coupon, couponTexts } from '../coupons/coupon/coupon.ts';
import { findTags } from '../coupons/coupon/coupon.type.ts';
import { findCouponLocations } from '../coupons/coupon/coupon-locations.ts';
import { findCategoriesOfCampaign, findPlacements } from '../directories/campaign/campaign.type.ts';
import type { PlacedCampaign } from '../directories/campaign/placement.ts';
import type { Category } from '../directories/category/category.ts';
import { findCategories } from '../directories/category/category.type.ts';
import type { Directory } from '../directories/directory/directory.ts';
import type { EarnedReward } from '../loyalty/reward/earned-reward.ts';
import { findRewards } from '../loyalty/reward/reward.type.ts';
import type { LoyaltyUser } from '../loyalty/user/loyalty-member.ts';
import type { Message } from '../messaging/message/message.ts';
import { rendered } from '../messaging/message/message.type.ts';
import { findOptOutTime } from '../messaging/opt-out/opt-out.ts';
import type { MessageChannel } from '../messaging/platform/channel.ts';
import type { Outgoing } from '../messaging/platform/platform.ts';
import { awaitVerdict, type SentMessage } from '../messaging/send/letter.ts';
import type { CouponSession } from '../sessions/session/session.ts';
import { findCoupon } from '../sessions/session/session.type.ts';
import { findUsage } from '../sessions/validation-code/code-usage.type.ts';

/** A coupon with the texts of its representations. */
export type ShownCoupon = BriefCoupon & Pick<Coupon, 'description' | 'termsShort' | 'terms'>;

/** Loads the data that representations show in addition to a noun. */
export type Loader = Pick<DatabaseLoader, keyof DatabaseLoader>;

/** Reads from the database. Simultaneous requests share statements. */
export class DatabaseLoader {
  readonly #context: Context;
  /** The beginning of public addresses. */
  readonly publicUrl: string;

  constructor(context: Context) {
    this.#context = context;
    this.publicUrl = context.services.publicUrl;
  }

  get #database() {
    return this.#context.services.database;
  }

  subaccountOf({ accountId }: BriefCoupon): string | null {
    // Callers see only coupons of their own account.
    return this.#context.viewer?.account.parentId ? accountId : null;
  }

  /** Adds the texts that its representations show to a coupon from a list. */
  async withTexts(coupon: BriefCoupon): Promise<ShownCoupon> {
    const [description, termsShort, terms] = await Promise.all([
      couponTexts.read(this.#database, coupon, 'description'),
      couponTexts.read(this.#database, coupon, 'termsShort'),
      couponTexts.read(this.#database, coupon, 'terms'),
    ]);
    return { ...coupon, description, termsShort, terms };
  }

  tagsOf({ id }: BriefCoupon) {
    return findTags(this.#database, id);
  }

  categoriesOf({ id }: BriefCoupon): Promise<Pick<Category, 'id' | 'name'>[]> {
    return findCategoriesOfCampaign(this.#database, id);
  }

  locationsOf(coupon: BriefCoupon) {
    return findCouponLocations(this.#database, coupon);
  }

  codesOf({ id }: BriefCoupon) {
    return findUsage(this.#database, id);
  }

  couponOf({ couponId }: CouponSession) {
    return findCoupon(this.#database, couponId);
  }

  categoriesIn({ id }: Directory): Promise<Pick<Category, 'id' | 'name'>[]> {
    return findCategories(this.#database, id);
  }

  campaignsIn({ id }: Directory): Promise<Pick<PlacedCampaign, 'campaignId' | 'categoryId'>[]> {
    return findPlacements(this.#database, id);
  }

  async rewardsOf({ rewards, number }: LoyaltyUser): Promise<EarnedReward[]> {
    return rewards ?? findRewards(this.#database, number);
  }

  groupNamed(id: string, channel: MessageChannel): Promise<Pick<ContactGroup, 'name'>> {
    return contactGroup(this.#context, { id, channel });
  }

  async optOutTimeOf({ channel, addressKey: address }: ShownContact): Promise<string | null> {
    const { viewer } = this.#context;
    return viewer && findOptOutTime(this.#database, { accountId: viewer.account.id, channel, address });
  }

  async messageOf({ message, messageId }: SentMessage): Promise<Message> {
    return message ?? awaitVerdict(this.#database, messageId, 0);
  }

  /** Returns the message as its recipient sees it, or null if that is no longer possible. */
  renderedOf(message: Message): Promise<Outgoing | null> {
    return rendered(message, this.#context.services);
  }
}
