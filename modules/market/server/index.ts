/** What seeds use of this module. */
export { takeOffers, type Observation } from './take-offers.ts';
