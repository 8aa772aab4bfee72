import { fetched } from './fetched.tsx';
import type { ResourceFormProps } from './form/resource-form.tsx';

/** Add or edit a row in a drawer. */
export const ResourceForm = fetched<ResourceFormProps>(() =>
  import('./form/resource-form.tsx').then((module) => module.ResourceForm),
);
