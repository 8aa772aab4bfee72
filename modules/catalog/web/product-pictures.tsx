import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, DetailPart, keyOf, packFiles, PictureTile, usePage, usePermissions } from '#kit/web/index.ts';
import { picture, pictureRole, productPicturesRoute } from '../model/picture.ts';
import { product } from '../model/product.ts';
import { measureText, Verdict } from './picture-columns.tsx';
import './pictures.css';

/** The pictures of a product, large, with what rules find wrong with them. */
export function ProductPictures({ productId }: { productId: string }): ReactNode {
  const may = usePermissions();
  const { open } = usePage();
  const request = useQuery({
    queryKey: keyOf(product, 'pictures', productId),
    queryFn: ({ signal }) => fetchRoute(productPicturesRoute, { params: { id: productId }, signal }),
    staleTime: 0,
  });
  const count = request.data?.pictures.length ?? 0;
  return (
    <DetailPart
      title="图片"
      query={request}
      more={
        count > 0 && (
          <span className="ct-part-acts">
            {may('catalog:picture:list') && (
              <Button size="small" onClick={() => open(`/base/image?productId=${productId}`)}>
                管理图片
              </Button>
            )}
            {may('catalog:picture:export') && (
              <Button size="small" onClick={() => void packFiles(picture, { productId })}>
                打包下载
              </Button>
            )}
          </span>
        )
      }
    >
      {({ pictures, faults }) => (
        <>
          {faults.length > 0 && (
            <ul className="ct-picture-faults" aria-label="图片不合规">
              {faults.map((fault) => (
                <li key={fault}>{fault}</li>
              ))}
            </ul>
          )}
          {pictures.length === 0 ? (
            <p className="wb-part-none">还没有图片。</p>
          ) : (
            <ul className="ct-gallery" aria-label="图片">
              {pictures.map((one) => (
                <li key={one.id}>
                  <PictureTile path={one.image} alt={one.altText ?? one.fileName} />
                  <span className="ct-quiet">
                    {one.skuCode ?? '产品'} · {pictureRole.items[one.role]} · {measureText(one)}
                  </span>
                  <Verdict row={{ verdict: one.verdict, faults: one.faults.join('\n') || null }} />
                </li>
              ))}
            </ul>
          )}
        </>
      )}
    </DetailPart>
  );
}
