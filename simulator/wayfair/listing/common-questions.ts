/** What every class asks, in the channel's own ids. */
import { choice, decimal, integer, text, texts, under, yesNo } from './question.ts';
import type { Question } from './question.ts';

export const MAX_IMAGES = 16;
const MAX_FEATURES = 8;

/** Brands that the supplier may list under. */
export const BRANDS: readonly { id: string; name: string }[] = [
  { id: '58213', name: 'Larkfield' },
  { id: '58214', name: 'Larkfield Kids' },
];

const VARIANTS = ['Not Variant', 'Primary Variant', 'Non-Primary Variant'];
const optional = { importanceType: 'OPTIONAL' } as const;
const recommended = { importanceType: 'RECOMMENDED' } as const;

const carton = (id: string, name: string, unit: string): Question =>
  decimal(`shippingAndFulfillment::${id}`, name, unit, { isPerCarton: true });

export const COMMON_QUESTIONS: readonly Question[] = [
  text('core::productName', 'Product Name', {
    description: 'What the product is called on the site, without brand and promotional words.',
  }),
  text('core::supplierPartNumber', 'Supplier Part Number'),
  text('core::manufacturerPartNumber', 'Manufacturer Part Number', recommended),
  text('core::manufacturerId', 'Manufacturer'),
  text('core::universalProductCode', 'Universal Product Code', recommended),
  text('core::collectionName', 'Collection Name', optional),
  choice('variantGrouping::variantType', 'Variant Type', VARIANTS, {
    children: [
      under(VARIANTS.slice(1), text('variantGrouping::groupReferenceId', 'Group Reference ID')),
      under(VARIANTS.slice(1), choice('variantGrouping::variantGrouping', 'Varies By', ['Color', 'Size', 'Finish'])),
      under(VARIANTS.slice(1), text('variantGrouping::variantAttributeNameOnSite', 'Option Name on Site')),
    ],
  }),
  text('featureDescription::romanceCopy', 'Marketing Copy', recommended),
  texts('featureDescription::genericFeatures', 'Feature Bullets', MAX_FEATURES, recommended),
  texts('media::imageValue', 'Images', MAX_IMAGES),
  texts('media::documentValue', 'Documents', 10, {
    importanceType: 'OPTIONAL',
    children: [
      choice('media::documentType', 'Document Type', ['Assembly Instructions', 'Warranty', 'Care Instructions'], {
        importanceType: 'CONDITIONAL',
      }),
      choice('media::regionType', 'Region', ['US', 'CA', 'UK', 'DE'], { importanceType: 'CONDITIONAL' }),
    ],
  }),
  decimal('price::wholesalePrice', 'Wholesale Price', null),
  decimal('price::manufacturerSuggestedRetailPrice', 'Manufacturer Suggested Retail Price', null, optional),
  decimal('price::minimumAdvertizedPrice', 'Minimum Advertised Price', null, optional),
  integer('shippingAndFulfillment::minimumOrderQuantity', 'Minimum Order Quantity'),
  integer('shippingAndFulfillment::forceQuantityMultiplier', 'Force Quantity Multiplier'),
  integer('shippingAndFulfillment::displaySetQuantity', 'Display Set Quantity'),
  decimal('shippingAndFulfillment::productWeight', 'Product Weight', 'Pounds'),
  choice('shippingAndFulfillment::shipType', 'Ship Type', ['Small Parcel', 'LTL']),
  integer('shippingAndFulfillment::leadTime', 'Lead Time (Hours)'),
  integer('shippingAndFulfillment::replacementLeadTime', 'Replacement Lead Time (Hours)', recommended),
  carton('weight', 'Carton Weight', 'Pounds'),
  carton('height', 'Carton Height', 'Inches'),
  carton('width', 'Carton Width', 'Inches'),
  carton('depth', 'Carton Depth', 'Inches'),
  yesNo('propSixtyFive::warningRequired', 'Proposition 65 Warning Required'),
  choice('propSixtyFive::countryOfManufacturer', 'Country of Manufacturer', [
    'China',
    'India',
    'Indonesia',
    'Malaysia',
    'Mexico',
    'United States',
    'Vietnam',
  ]),
];
