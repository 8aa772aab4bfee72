/** What upper modules may ask of 售后. */
export { incidentsIn, shippedIn } from './analysis/return-incidents.ts';
export { fillRates } from './parts/fill-rate.ts';
export { returnLabelNotBought } from './labels/return-labels.ts';
export { requestInfo } from './parts/part-requests.ts';
export { notePosted } from './returns/credit-notes.ts';
export { takeReturn, type MappedReturn, type TakenReturn } from './returns/take-return.ts';
export { partBuyerWords } from './parts/part-buyer.ts';
export { partAnswered, takePart, type MappedPart } from './parts/take-part.ts';
