import { startConsole } from '#console/start.tsx';
import { brand } from './brand.ts';

// The sign-in page stays small: everything else is fetched once somebody is signed in.
// A browser that is too old (first.js says so) is shown nothing else.
if (!document.documentElement.classList.contains('old-browser'))
  startConsole({ brand, console: () => import('./pages.tsx').then((module) => module.AppConsole) });
