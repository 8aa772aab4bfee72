export { productParts, type ProductPartProps } from './product-slots.ts';
