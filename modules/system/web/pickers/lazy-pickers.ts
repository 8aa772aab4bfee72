import { fetched } from '#kit/web/index.ts';
import type { CategorySelectProps } from './category-select.tsx';
import type { DepartSelectProps } from './depart-select.tsx';
import type { PeopleSelectProps, UserSelectProps } from './people-selects.tsx';

/** Chooses departments in a tree. */
export const DepartSelect = fetched<DepartSelectProps>(() =>
  import('./depart-select.tsx').then((module) => module.DepartSelect),
);
/** Chooses people beside the tree of departments. */
export const UserByDepartSelect = fetched<UserSelectProps>(() =>
  import('./people-selects.tsx').then((module) => module.UserByDepartSelect),
);
/** Chooses people from one list. */
export const MultiUserSelect = fetched<PeopleSelectProps>(() =>
  import('./people-selects.tsx').then((module) => module.MultiUserSelect),
);
/** Chooses roles by their codes. */
export const RoleSelect = fetched<PeopleSelectProps>(() =>
  import('./people-selects.tsx').then((module) => module.RoleSelect),
);
/** Chooses positions by their codes. */
export const PositionSelect = fetched<PeopleSelectProps>(() =>
  import('./people-selects.tsx').then((module) => module.PositionSelect),
);
/** Chooses categories of the tenant in their tree. */
export const CategorySelect = fetched<CategorySelectProps>(() =>
  import('./category-select.tsx').then((module) => module.CategorySelect),
);
