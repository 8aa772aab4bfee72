import { ConsoleProviders } from '#console/console-providers.tsx';
import { showOwnGrid } from './own-grid.tsx';

// With the console's ground around it, which a page of the product has long before a grid.
showOwnGrid({ alwaysEdit: false, around: (page) => <ConsoleProviders>{page}</ConsoleProviders> });
