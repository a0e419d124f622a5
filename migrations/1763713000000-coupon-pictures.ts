import { type MigrationInterface, type QueryRunner, TableColumn } from 'typeorm';
import { text } from './table-builder.ts';

export class CouponPictures1763713000000 implements MigrationInterface {
  readonly name = 'CouponPictures1763713000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('coupons', new TableColumn(text('image_url', 500, { isNullable: true })));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropColumn('coupons', 'image_url');
  }
}
