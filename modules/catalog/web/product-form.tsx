import type { ReactNode } from 'react';
import { detailPath, ResourceForm, usePage, type ResourceFormProps } from '#kit/web/index.ts';
import { product } from '../model/product.ts';
import { AttributeInputs } from './attribute-inputs.tsx';

/** A product, with what its category asks for; a new one opens, for its SKUs come next. */
export function ProductForm(props: Pick<ResourceFormProps, 'id' | 'onClose'>): ReactNode {
  const { open } = usePage();
  return (
    <ResourceForm
      {...props}
      of={product}
      inputs={{ attributes: AttributeInputs }}
      onSaved={(id) => {
        if (!props.id) open(detailPath(product, id));
      }}
    />
  );
}
