/** Stock that an app sets: by key, and against what it believed to be there. */
import { GraphQLError, type GraphQLResolveInfo } from 'graphql';
import { addViolation, addWarning, type World } from '../world.ts';
import { demand, ENVIRONMENT, iso, type ShopContext } from './context.ts';
import { nextId, type ShopifyState, type ShopVariant } from './state.ts';

interface SetArguments {
  input: {
    name: string;
    reason: string;
    quantities: { inventoryItemId: string; locationId: string; quantity: number; changeFromQuantity?: number | null }[];
  };
}

/** Share of what sells that one write may bring to zero before the audit calls it a disaster. */
const ZEROED_SHARE = 0.2;

/** All of it or nothing; a key that was used is answered as it was then. */
export function inventorySetQuantities(
  { input }: SetArguments,
  context: ShopContext,
  info: GraphQLResolveInfo,
): unknown {
  demand(context, 'write_inventory');
  const { world } = context;
  const { shopify: state } = world;
  const key = idempotencyKey(info);
  if (key === null)
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  const known = state.answered[key];
  if (known !== undefined) return known;
  if (context.sellsMeanwhile) sellOne(state, input.quantities[0]);
  const userErrors: { field: string[]; message: string; code: string }[] = [];
  const refuse = (row: number, field: string, code: string, message: string) =>
    userErrors.push({ field: ['input', 'quantities', String(row), field], message, code });
  if (input.name !== 'available')
    userErrors.push({ field: ['input', 'name'], message: 'Invalid name.', code: 'INVALID_NAME' });
  const changes = input.quantities.flatMap((row, index) => {
    const variant = state.variants.find(({ itemId }) => itemId === row.inventoryItemId);
    const available = variant?.available[row.locationId];
    if (!variant)
      refuse(index, 'inventoryItemId', 'INVALID_INVENTORY_ITEM', 'The specified inventory item could not be found.');
    else if (available === undefined)
      refuse(index, 'locationId', 'ITEM_NOT_STOCKED_AT_LOCATION', 'The inventory item is not stocked at the location.');
    else if (row.quantity < 0)
      refuse(index, 'quantity', 'INVALID_QUANTITY_NEGATIVE', "The quantity can't be negative.");
    else if (row.changeFromQuantity != null && row.changeFromQuantity !== available)
      refuse(
        index,
        'changeFromQuantity',
        'CHANGE_FROM_QUANTITY_STALE',
        'The changeFromQuantity argument no longer matches the persisted quantity.',
      );
    else
      return [
        {
          variant,
          locationId: row.locationId,
          before: available,
          quantity: row.quantity,
          isBlind: row.changeFromQuantity == null,
        },
      ];
    return [];
  });
  if (userErrors.length > 0) return { inventoryAdjustmentGroup: null, userErrors };
  judgeStock(world, changes);
  for (const { variant, locationId, quantity } of changes) variant.available[locationId] = quantity;
  const group = {
    id: nextId(state, 'InventoryAdjustmentGroup'),
    createdAt: iso(world.clock.now()),
    reason: input.reason,
  };
  return (state.answered[key] = { inventoryAdjustmentGroup: group, userErrors: [] });
}

function judgeStock(
  world: World,
  changes: readonly { variant: ShopVariant; before: number; quantity: number; isBlind: boolean }[],
): void {
  const live = world.shopify.variants.filter(({ available }) => Object.values(available).some((one) => one > 0)).length;
  const zeroed = changes.filter(({ before, quantity }) => before > 0 && quantity === 0).length;
  if (live > 0 && zeroed / live > ZEROED_SHARE)
    addViolation(
      world,
      ENVIRONMENT,
      'push-zeroed-catalogue',
      null,
      `${zeroed} of ${live} variants went to zero at once`,
    );
  const blind = changes.filter(({ isBlind }) => isBlind).length;
  if (blind > 0) addWarning(world, ENVIRONMENT, 'stock-set-blindly', null, `${blind} rows without changeFromQuantity`);
}

function sellOne(state: ShopifyState, row: SetArguments['input']['quantities'][number] | undefined): void {
  const variant = state.variants.find(({ itemId }) => itemId === row?.inventoryItemId);
  if (variant && row) variant.available[row.locationId] = (variant.available[row.locationId] ?? 0) - 1;
}

function idempotencyKey(info: GraphQLResolveInfo): string | null {
  const directive = info.fieldNodes[0]?.directives?.find(({ name }) => name.value === 'idempotent');
  const value = directive?.arguments?.find(({ name }) => name.value === 'key')?.value;
  if (value?.kind === 'StringValue') return value.value;
  const given = value?.kind === 'Variable' ? info.variableValues.coerced[value.name.value] : undefined;
  return typeof given === 'string' && given !== '' ? given : null;
}
