export { supplierStanding } from './supplier-slots.ts';
