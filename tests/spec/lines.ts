import type { Lines } from './line.ts';
import { CALLS } from './calls.ts';
import { ENTITIES } from './entities.ts';
import { ERRORS } from './errors.ts';
import { LAYOUTS, WIDGETS } from './layouts.ts';
import { LIMITS } from './limits.ts';
import { OURS_BUSINESS } from './ours-business.ts';
import { OURS_CONSOLE } from './ours-console.ts';
import { OURS_OPERATION } from './ours-operation.ts';
import { PERMISSIONS } from './permissions.ts';
import { PRODUCT, ROUTES, GUARD, MENU, SCREENS } from './product.ts';
import { RULES } from './rules.ts';
import { STATES } from './states.ts';

/** A section of the specification. */
export interface Chapter {
  title: string;
  lines: Lines;
}

const chapters = [
  { title: '§1 What the product does', lines: PRODUCT },
  { title: '§2 Screens and routes', lines: ROUTES },
  { title: '§2 Navigation guard', lines: GUARD },
  { title: '§2 Dynamic routes', lines: MENU },
  { title: '§2 Screen groups', lines: SCREENS },
  { title: '§2 Layouts', lines: LAYOUTS },
  { title: '§2 Dialogs and widgets', lines: WIDGETS },
  { title: '§3 Entities and their fields', lines: ENTITIES },
  { title: '§4 States and transitions', lines: STATES },
  { title: '§5 Validation rules', lines: RULES },
  { title: '§6 Roles and permissions', lines: PERMISSIONS },
  { title: '§7 The calls it makes', lines: CALLS },
  { title: '§8 Error catalogue', lines: ERRORS },
  { title: '§9 Business constants and limits', lines: LIMITS },
  { title: 'Ours: the console and its people', lines: OURS_CONSOLE },
  { title: 'Ours: the business', lines: OURS_BUSINESS },
  { title: 'Ours: operation', lines: OURS_OPERATION },
] as const;

/** Every line, by the sections of the specification; at last what it leaves to us. */
export const CHAPTERS: readonly Chapter[] = chapters;

type NamesOf<T> = T extends { lines: infer L } ? keyof L : never;

/** The name of a line. */
export type SpecLine = NamesOf<(typeof chapters)[number]>;
