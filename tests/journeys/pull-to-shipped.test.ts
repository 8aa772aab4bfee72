import { pullToShipped } from './pull-to-shipped.ts';

pullToShipped();
