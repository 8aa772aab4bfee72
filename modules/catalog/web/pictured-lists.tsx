import { Button } from 'antd';
import { useMemo, useState, type ReactNode } from 'react';
import {
  detailPath,
  fetched,
  ListPage,
  packFiles,
  QuickChip,
  usePage,
  usePermission,
  usePermissions,
  type ListHandle,
  type ListPageProps,
  type Row,
} from '#kit/web/index.ts';
import { picture } from '../model/picture.ts';
import { product, sku } from '../model/product.ts';
import type { Pictured } from './give-pictures.ts';
import type { MatchPicturesProps } from './match-pictures.tsx';
import { productColumns, type ListedProduct } from './product-columns.tsx';
import { ProductForm } from './product-form.tsx';

const MatchPictures = fetched<MatchPicturesProps>(() =>
  import('./match-pictures.tsx').then((module) => module.MatchPictures),
);

/** 产品, with a way to give many of them their pictures at once; each opens on a page of its own. */
export function ProductList(): ReactNode {
  const { open } = usePage();
  const may = usePermissions();
  const seesCost = may('field:cost:view');
  const columns = useMemo(() => productColumns(seesCost), [seesCost]);
  return (
    <PicturedList<ListedProduct>
      of={product}
      columns={columns}
      quick={{
        names: ({ pictureVerdict }) => (pictureVerdict === 'faulty' ? ['pictureVerdict'] : []),
        show: (list) => <FaultyChip list={list} />,
      }}
      chosen={(list) => may('catalog:picture:export') && <PackButton list={list} />}
      form={ProductForm}
      inPlace={['name']}
      onOpen={({ id }) => open(detailPath(product, id))}
    />
  );
}

/** Only products whose pictures are not as a channel asks. */
function FaultyChip({ list }: { list: ListHandle<ListedProduct> }): ReactNode {
  const { filters } = list.params;
  const isOn = filters['pictureVerdict'] === 'faulty';
  return (
    <QuickChip
      isOn={isOn}
      title="图片不符合渠道要求；不影响上架销售"
      onClick={() => list.setFilters({ ...filters, pictureVerdict: isOn ? '' : 'faulty' })}
    >
      图片不合规
    </QuickChip>
  );
}

/** The pictures of chosen products and of their SKUs as one file. */
function PackButton({ list: { selection } }: { list: ListHandle<ListedProduct> }): ReactNode {
  if (selection.mode !== 'rows') return null;
  const productId = selection.rows.map(({ id }) => id).join(',');
  return <Button onClick={() => void packFiles(picture, { productId })}>打包下载图片</Button>;
}

/** SKU, likewise. */
export const SkuList = (): ReactNode => <PicturedList of={sku} />;

type PicturedListProps<R extends Row> = { of: Pictured } & Pick<
  ListPageProps<R>,
  'form' | 'onOpen' | 'columns' | 'quick' | 'chosen'
> & {
    inPlace?: readonly ('id' | 'name' | 'images')[];
  };

function PicturedList<R extends Row = Row>({ of, ...more }: PicturedListProps<R>): ReactNode {
  const { options } = usePage();
  const { tab, fixed } = useMemo(() => {
    const { tab: first, ...rest } = options;
    return { tab: first, fixed: rest };
  }, [options]);
  const mayEdit = usePermission(`${of.module}:${of.name}:edit`);
  const [isMatching, setMatching] = useState(false);
  return (
    <>
      <ListPage<typeof of, R>
        of={of}
        tab={tab}
        fixed={fixed}
        {...more}
        toolbar={() => mayEdit && <Button onClick={() => setMatching(true)}>按文件名配图</Button>}
      />
      {isMatching && <MatchPictures of={[of]} onClose={() => setMatching(false)} />}
    </>
  );
}
