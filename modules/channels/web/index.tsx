import { provideOutside } from '#kit/web/index.ts';

provideOutside('channels:unoffered', (signal) =>
  import('./unoffered.ts').then(({ readUnoffered }) => readUnoffered(signal)),
);
