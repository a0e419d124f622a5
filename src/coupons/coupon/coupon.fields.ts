import {
  choiceField,
  decimalField,
  lineField,
  patternField,
  textField,
  urlField,
  valuesOf,
} from '../../vocabulary/fields.ts';

export const barcodeChoices = {
  id: 'BarcodeType',
  description: 'A barcode symbology.',
  values: {
    CODE39: 'Code 39.',
    CODE128B: 'Code 128, character set B.',
    PDF417: 'PDF417.',
    AZTEC: 'Aztec.',
    QRCODE: 'QR code.',
  },
};

export const barcodeTypes = valuesOf(barcodeChoices);

const placeholders = ', with the placeholders [FIRSTNAME] [LASTNAME] [NAME] [URL]';

/** The optional fields, in the order of the form. */
export const couponFields = {
  title: lineField(200, 'Title that customers see', { wire: 'title', form: 'offer', alternativeScope: true }),
  subtitle: lineField(200, 'Line that customers see below the title', {
    wire: 'subtitle',
    form: 'offer',
    alternativeScope: true,
  }),
  description: textField(10_000, 'Text that customers see below the title', {
    wire: 'description',
    form: 'offer',
    alternativeScope: true,
  }),
  value: decimalField(/^\d{1,12}(\.\d{1,4})?$/, 'Value of the coupon', {
    wire: 'coupon_value',
    form: 'offer',
    alternativeScope: true,
    detail: ', such as `"4.50"`. At most 12 digits before the decimal point and 4 after it',
  }),
  currency: patternField(
    3,
    [/^[A-Z]{3}$/, 'is not a currency code in capital letters, such as EUR'],
    'ISO 4217 currency code',
    {
      wire: 'currency',
      form: 'offer',
      alternativeScope: true,
      detail: ', such as `EUR`',
    },
  ),
  imageUrl: urlField('address of an image that customers see', {
    wire: 'coupon_image',
    form: 'pictures',
    alternativeScope: true,
  }),
  logoUrl: urlField('address of a logo that customers see', {
    wire: 'logo_url',
    form: 'pictures',
    alternativeScope: true,
  }),
  termsShort: textField(1000, 'Terms and conditions in brief', {
    wire: 'terms_short',
    form: 'terms',
    alternativeScope: true,
  }),
  terms: textField(10_000, 'Terms and conditions', { wire: 'terms', form: 'terms', alternativeScope: true }),
  poweredBy: lineField(100, 'Name of the company that offers the coupon', {
    wire: 'poweredby',
    form: 'terms',
    alternativeScope: true,
  }),
  poweredByUrl: urlField('address that the name of the company links to', { wire: 'poweredbylink', form: 'terms' }),
  emailSubject: lineField(200, 'Subject of its emails', { form: 'sending', detail: placeholders }),
  emailBody: textField(50_000, 'Body of its emails', { form: 'sending' }),
  smsBody: textField(1000, 'Text of its SMS messages', {
    form: 'sending',
    detail: placeholders,
    note: 'The URL is appended unless the text contains [URL].',
  }),
  barcode: choiceField(barcodeChoices, 'The barcode symbology of its sessions', {
    form: 'technical',
    alternativeScope: true,
  }),
};
