import type { Address } from '#kit/model/address.ts';
import { addressFindings, BUILT_IN, type AddressSuggestion } from './address-findings.ts';

/**
 * Somebody who knows addresses: rules in the house, or a service outside where one is configured. What
 * it says is a suggestion; a person takes it.
 */
export interface AddressService {
  /** What people read as the source of a suggestion. */
  readonly name: string;
  /** @throws whatever keeps it from answering: the rules of the house stand alone then */
  suggest(address: Address): Promise<readonly AddressSuggestion[]>;
}

/** The rules of the house as a service: always there, and the same for everybody. */
export const builtInService: AddressService = {
  name: BUILT_IN,
  suggest: async (address) => addressFindings(address).flatMap(({ suggestions }) => suggestions),
};
