/** What a call to the shop knows of its app, and may. */
import { GraphQLError } from 'graphql';
import type { World } from '../world.ts';

export interface ShopContext {
  world: World;
  scopes: readonly string[];
  /** Another buyer is quicker than the next stock write. */
  sellsMeanwhile: boolean;
}

export const ENVIRONMENT = 'shopify';
export const iso = (at: number): string => new Date(at).toISOString();

/** @throws GraphQLError ACCESS_DENIED where the app has none of the scopes */
export function demand({ scopes }: ShopContext, ...oneOf: string[]): void {
  if (oneOf.some((scope) => scopes.includes(scope))) return;
  throw new GraphQLError(`Access denied. Required access: \`${oneOf[0] ?? ''}\` access scope.`, {
    extensions: { code: 'ACCESS_DENIED' },
  });
}
