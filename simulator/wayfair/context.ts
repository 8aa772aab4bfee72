/** What every operation of the channel gets to see: who asks, where, when, and what goes wrong. */
import { randomUUID } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { nextNumber } from './state.ts';
import type { Client, World } from '../world.ts';
import type { EnvironmentName, PendingEffect, PurchaseOrder, WayfairState } from './state.ts';
import { sees } from '../world.ts';

export interface WireContext {
  world: World;
  environment: EnvironmentName;
  state: WayfairState;
  client: Client;
  now: number;
  /** Extra lag of this call's effects, milliseconds. */
  extraLagMs: number;
  /** The write is answered as usual and never takes effect. */
  dropEffect: boolean;
  /** The write is answered with this error and has no effect. */
  transactionError: string | null;
  /** Texts of everything refused, for the request log. */
  refusals: string[];
}

export interface TransactionMessage {
  key: string;
  message: string;
}

/** A path prefix per environment stands for the real host names. */
export const PREFIX: Readonly<Record<EnvironmentName, string>> = {
  production: '/wayfair',
  sandbox: '/wayfair-sandbox',
};

/** `Omit` that keeps the alternatives of a union apart. */
type EffectOf<T> = T extends unknown ? Omit<T, 'seq' | 'dueAt'> : never;

/** Lets a write take effect after the lag, unless a fault swallows it. */
export function schedule(context: WireContext, effect: EffectOf<PendingEffect>): void {
  const { world, state } = context;
  const dueAt = context.now + world.settings.effectLagMs + context.extraLagMs;
  state.effects.push({ ...effect, seq: nextNumber(state), dueAt } as PendingEffect);
}

/**
 * The answer of an asynchronous write. Counts are near zero and the status says nothing yet: only
 * `errors` means something, cut at ten.
 */
export function transactionStatus(context: WireContext, errors: readonly TransactionMessage[]) {
  for (const error of errors) context.refusals.push(`${error.key}: ${error.message}`);
  return {
    id: nextNumber(context.state),
    handle: randomUUID(),
    status: 'PROCESSING',
    submittedAt: context.now,
    completedAt: null,
    itemCount: 0,
    errorCount: 0,
    completedCount: 0,
    processingCount: 0,
    errors: errors.slice(0, 10),
    completed: [],
    processing: [],
  };
}

/** A refusal as a GraphQL error of the named path. */
export function badRequest(context: WireContext, message: string): GraphQLError {
  context.refusals.push(message);
  return new GraphQLError(message, {
    extensions: { category: 'BAD_REQUEST', classification: { type: 'ExtendedValidationError' } },
  });
}

/** Refuses a call whose application lacks a scope. */
export function demandScope(context: WireContext, scope: string): void {
  const { scopes } = context.client;
  if (scopes === undefined || scopes.includes(scope)) return;
  context.refusals.push(`missing scope ${scope}`);
  throw new GraphQLError('Access denied', {
    extensions: {
      category: 'PERMISSION_DENIED',
      classification: { type: 'ExtendedValidationError' },
    },
  });
}

/** The order as this application may see it; another seller's order is as good as none. */
export function visibleOrder(context: WireContext, poNumber: string): PurchaseOrder | null {
  const order = context.state.orders[poNumber.trim().toUpperCase()];
  if (order === undefined || !sees(context.client, order.warehouseId)) return null;
  return order;
}
