import { showOwnGrid } from './own-grid.tsx';

showOwnGrid({ alwaysEdit: true });
