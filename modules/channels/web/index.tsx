import { provideCapabilities } from '#kit/web/index.ts';

provideCapabilities('channels:unoffered', (signal) =>
  import('./unoffered.ts').then(({ readUnoffered }) => readUnoffered(signal)),
);
