import type { ListingQuestion } from '../port.ts';

/**
 * Questions whose answer follows from what we know of goods. Marketplaces name them `group::name`; the name says what
 * is asked, whatever the group is called.
 */
const ROLES = {
  productName: 'name',
  supplierPartNumber: 'partNumber',
  manufacturerPartNumber: 'skuCode',
  universalProductCode: 'upc',
  brandName: 'brand',
  romanceCopy: 'description',
  imageValue: 'images',
  wholesalePrice: 'price',
  manufacturerSuggestedRetailPrice: 'msrp',
  minimumAdvertizedPrice: 'map',
  minimumOrderQuantity: 'one',
  forceQuantityMultiplier: 'one',
  displaySetQuantity: 'one',
  productWeight: 'weight',
  shipType: 'shipType',
  weight: 'cartonWeight',
  height: 'cartonHeight',
  width: 'cartonWidth',
  depth: 'cartonDepth',
  countryOfManufacturer: 'country',
} as const satisfies Record<string, string>;
export type QuestionRole = (typeof ROLES)[keyof typeof ROLES];

/** What of our goods a question asks for; null where only people know. */
export function roleOf({ id, isPerCarton }: Pick<ListingQuestion, 'id' | 'isPerCarton'>): QuestionRole | null {
  const name = id.slice(id.lastIndexOf(':') + 1);
  const role = Object.hasOwn(ROLES, name) ? ROLES[name as keyof typeof ROLES] : null;
  // The same words ask for the whole product elsewhere.
  return role?.startsWith('carton') && !isPerCarton ? null : role;
}

/** Roles that come from cartons alone: what is missing is typed at the SKU. */
export const isOfCarton = (role: QuestionRole | null): boolean =>
  role !== null && (role.startsWith('carton') || role === 'weight' || role === 'shipType');
