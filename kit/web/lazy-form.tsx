import { fetched } from '#ui/fetched.tsx';
import type { DraftDrawerProps } from './draft/draft-drawer.tsx';
import type { FormDrawerProps } from './form/form-drawer.tsx';
import type { ResourceFormProps } from './form/resource-form.tsx';

/** Add or edit a row in a drawer. */
export const ResourceForm = fetched<ResourceFormProps>(() =>
  import('./form/resource-form.tsx').then((module) => module.ResourceForm),
);
/** A form that is no row of a resource in a drawer. */
export const FormDrawer = fetched<FormDrawerProps>(() =>
  import('./form/form-drawer.tsx').then((module) => module.FormDrawer),
);
/** Add or edit a document that is still a draft in a drawer. */
export const DraftDrawer = fetched<DraftDrawerProps>(() =>
  import('./draft/draft-drawer.tsx').then((module) => module.DraftDrawer),
);
