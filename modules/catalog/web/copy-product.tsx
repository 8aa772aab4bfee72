import type { ReactNode } from 'react';
import { callRoute, detailPath, FormDrawer, refreshResource, usePage } from '#kit/web/index.ts';
import { product } from '../model/product.ts';
import { copyProductRoute } from '../model/routes.ts';

const { spuCode, name } = product.fields;

/** A product like another, under a name and a code of its own; it opens once it is there. */
export function CopyProduct({ id, from, onClose }: { id: string; from: string; onClose: () => void }): ReactNode {
  const { open } = usePage();
  return (
    <FormDrawer
      title={`复制产品：${from}`}
      fields={{ spuCode, name }}
      layout={[['spuCode'], ['name']]}
      initial={{ name: from }}
      okText="复制"
      send={async (values) => {
        const answer = await callRoute(copyProductRoute, { params: { id }, body: values });
        void refreshResource(product);
        open(detailPath(product, answer.result.id));
        return answer;
      }}
      onClose={onClose}
    />
  );
}
