import type { ReactNode } from 'react';
import { readDefs } from '#modules/base/model/forms/field-def.ts';
import { ValueFacts } from '#modules/base/web/index.tsx';
import { readAttributes } from '../model/attributes.ts';

/** What a product says of itself, by the fields that it was filled in with. */
export const AttributeFacts = ({ fields, stored }: { fields: unknown; stored: unknown }): ReactNode => (
  <ValueFacts defs={readDefs(fields)} values={readAttributes(stored) ?? {}} />
);
