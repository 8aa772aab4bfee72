import { startConsole } from '#kit/web/start.tsx';
import { brand } from './brand.ts';

// The sign-in page stays small: everything else is fetched once somebody is signed in.
startConsole({ brand, console: () => import('./pages.tsx').then((module) => module.AppConsole) });
