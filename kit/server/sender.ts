import type { FastifyRequest } from 'fastify';
import { networkOf } from '#platform/outbound/network-of.ts';
import type { Sender } from './request-body.ts';

/**
 * In whose name the bytes of a request are held: nobody holds more than a quarter of the room there
 * is, and no tenant more than half.
 */
export function senderOf({ caller, ip }: FastifyRequest): Sender {
  if (!caller) return { isKnown: false, holders: [{ name: networkOf(ip), share: 1 / 4 }] };
  const { tenant, userId, username } = caller;
  const holders = [
    { name: `tenant ${tenant}`, share: 1 / 2 },
    { name: `person ${userId ?? username}`, share: 1 / 4 },
  ];
  return { isKnown: true, holders };
}
