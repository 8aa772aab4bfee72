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
  /** The part whose row a batch is refused, while the others are taken. */
  refusedPart: string | null;
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

/** Errors a transaction names at most. */
const MAX_ERRORS = 10;
const MAX_TRANSACTIONS = 10_000;

/**
 * The answer of an asynchronous write. Counts are near zero and the status says nothing yet: only
 * `errors` means something, cut at ten.
 */
export function transactionStatus(context: WireContext, errors: readonly TransactionMessage[], itemCount = 1) {
  for (const error of errors) context.refusals.push(`${error.key}: ${error.message}`);
  const { state } = context;
  const id = nextNumber(state);
  const lag = context.world.settings.effectLagMs + context.extraLagMs;
  state.transactions.push({
    id,
    submittedAt: context.now,
    // A write that a fault swallows stays under way for good.
    completedAt: context.dropEffect ? null : context.now + lag,
    itemCount,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
  });
  if (state.transactions.length > MAX_TRANSACTIONS) state.transactions.splice(0, 1_000);
  return {
    id,
    handle: randomUUID(),
    status: 'PROCESSING',
    submittedAt: context.now,
    completedAt: null,
    itemCount: 0,
    errorCount: 0,
    completedCount: 0,
    processingCount: 0,
    errors: errors.slice(0, MAX_ERRORS),
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
