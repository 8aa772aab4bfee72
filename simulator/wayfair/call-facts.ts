import type { FastifyRequest } from 'fastify';
import type { CallFacts } from '../faults.ts';
import type { EnvironmentName } from './state.ts';

/** What is known of a call before it is handled. */
export function factsOf(request: FastifyRequest, environment: EnvironmentName, clientId: string | null): CallFacts {
  const text = `${request.url} ${request.body == null ? '' : JSON.stringify(request.body)}`;
  const poNumbers = [...new Set(text.slice(0, 500_000).match(/\b[A-Z]{2}\d{9}\b/g) ?? [])];
  const path = request.url.split('?')[0] ?? request.url;
  return { operations: [], path, environment, poNumbers, clientId };
}
