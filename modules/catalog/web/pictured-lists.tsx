import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import { fetched, ListPage, usePage, usePermission } from '#kit/web/index.ts';
import { product, sku } from '../model/product.ts';
import type { MatchPicturesProps } from './match-pictures.tsx';

const MatchPictures = fetched<MatchPicturesProps>(() =>
  import('./match-pictures.tsx').then((module) => module.MatchPictures),
);

/** 产品, with a way to give many of them their pictures at once. */
export const ProductList = (): ReactNode => <PicturedList of={product} />;

/** SKU, likewise. */
export const SkuList = (): ReactNode => <PicturedList of={sku} />;

function PicturedList({ of }: Pick<MatchPicturesProps, 'of'>): ReactNode {
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
        toolbar={() => mayEdit && <Button onClick={() => setMatching(true)}>按文件名配图</Button>}
      />
      {isMatching && <MatchPictures of={of} onClose={() => setMatching(false)} />}
    </>
  );
}
