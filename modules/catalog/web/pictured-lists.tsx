import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  detailPath,
  fetched,
  ListPage,
  usePage,
  usePermission,
  type ListPageProps,
} from '#kit/web/index.ts';
import { product, sku } from '../model/product.ts';
import type { MatchPicturesProps } from './match-pictures.tsx';
import { ProductForm } from './product-form.tsx';

const MatchPictures = fetched<MatchPicturesProps>(() =>
  import('./match-pictures.tsx').then((module) => module.MatchPictures),
);

/** 产品, with a way to give many of them their pictures at once; each opens on a page of its own. */
export function ProductList(): ReactNode {
  const { open } = usePage();
  return (
    <PicturedList
      of={product}
      form={ProductForm}
      inPlace={['name']}
      onOpen={({ id }) => open(detailPath(product, id))}
    />
  );
}

/** SKU, likewise. */
export const SkuList = (): ReactNode => <PicturedList of={sku} />;

type PicturedListProps = Pick<MatchPicturesProps, 'of'> &
  Pick<ListPageProps, 'form' | 'onOpen'> & {
    inPlace?: readonly ('id' | 'name' | 'images')[];
  };

function PicturedList({ of, ...more }: PicturedListProps): ReactNode {
  const { options } = usePage();
  const { tab, fixed } = useMemo(() => {
    const { tab: first, ...rest } = options;
    return { tab: first, fixed: rest };
  }, [options]);
  const mayEdit = usePermission(`${of.module}:${of.name}:edit`);
  const [isMatching, setMatching] = useState(false);
  return (
    <>
      <ListPage
        of={of}
        tab={tab}
        fixed={fixed}
        {...more}
        toolbar={() => mayEdit && <Button onClick={() => setMatching(true)}>按文件名配图</Button>}
      />
      {isMatching && <MatchPictures of={of} onClose={() => setMatching(false)} />}
    </>
  );
}
