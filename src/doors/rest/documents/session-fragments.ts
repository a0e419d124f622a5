import { graphql } from '../../documents/typed-document.ts';

export const sessionFragment = graphql(`
  fragment ChangedSession on CouponSession { couponId session customId createdAt updatedAt record }
`);
