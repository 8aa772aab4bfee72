import type { ComponentProps } from 'react';
import { fetched } from '#kit/web/index.ts';
import type { FormInputs as Inputs } from './form-inputs.tsx';
import type { ValueFacts as Facts } from './value-show.tsx';

/** The fields of a form with their inputs, for pages of other modules. */
export const FormInputs = fetched<ComponentProps<typeof Inputs>>(() =>
  import('./form-inputs.tsx').then((module) => module.FormInputs),
);

/** What was filled in, field by field. */
export const ValueFacts = fetched<ComponentProps<typeof Facts>>(() =>
  import('./value-show.tsx').then((module) => module.ValueFacts),
);
