import type { ReactNode } from 'react';
import { link, pictures } from '#kit/model/field.ts';
import { callRoute, FormDrawer, PictureTile, toast } from '#kit/web/index.ts';
import {
  attachPicturesRoute,
  editPictureRoute,
  picture,
  replacePictureRoute,
  type PictureRole,
} from '../model/picture.ts';
import { refreshPictures } from './picture-calls.ts';
import { measureText, Verdict, type PictureRow } from './picture-columns.tsx';
import './pictures.css';

export interface PictureDrawerProps {
  what: 'edit' | 'look' | 'attach' | 'replace';
  rows: readonly PictureRow[];
  onClose: () => void;
}

const { role, altText } = picture.fields;
const TO = {
  productId: link('产品', 'catalog:product', { hint: '与SKU二者选一' }),
  skuId: link('SKU', 'catalog:sku'),
};
const NEW = { image: pictures('新图片', { required: true, max: 1 }) };

/** What is done with pictures in a drawer. */
export function PictureDrawer({ what, rows, onClose }: PictureDrawerProps): ReactNode {
  const [row] = rows;
  if (!row) return null;
  if (what === 'attach') return <Attach rows={rows} onClose={onClose} />;
  if (what === 'replace') return <Replace row={row} onClose={onClose} />;
  return <Edit row={row} onClose={onClose} />;
}

const saved = (message: string): void => {
  toast.done(message);
  refreshPictures();
};

/** The picture itself, what it measures and what is wrong with it, above what is typed of it. */
const Lead = ({ row }: { row: PictureRow }): ReactNode => (
  <div className="ct-picture-lead">
    <PictureTile path={String(row.image)} alt={row.altText ?? row.fileName} />
    <p>
      {measureText(row)} <Verdict row={row} />
    </p>
  </div>
);

function Edit({ row, onClose }: { row: PictureRow; onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      title={`图片：${row.fileName}`}
      lead={<Lead row={row} />}
      fields={row.owner === 'none' ? { altText } : { role, altText }}
      layout={row.owner === 'none' ? [['altText']] : [['role'], ['altText']]}
      initial={{ role: row.role, altText: row.altText }}
      send={async (values) => {
        const answer = await callRoute(editPictureRoute, {
          params: { id: row.id },
          body: {
            version: row.version ?? 1,
            altText: values['altText'] as string | null,
            ...(values['role'] ? { role: values['role'] as PictureRole } : {}),
          },
        });
        refreshPictures();
        return answer;
      }}
      onClose={onClose}
    />
  );
}

function Replace({ row, onClose }: { row: PictureRow; onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      title={`替换图片：${row.fileName}`}
      lead={<Lead row={row} />}
      fields={NEW}
      layout={[['image']]}
      okText="替换"
      send={async (values) => {
        const answer = await callRoute(replacePictureRoute, {
          params: { id: row.id },
          body: { image: String(values['image'] ?? '') },
        });
        saved(answer.message);
        return answer;
      }}
      onClose={onClose}
    />
  );
}

function Attach({ rows, onClose }: { rows: readonly PictureRow[]; onClose: () => void }): ReactNode {
  return (
    <FormDrawer
      title={`归属 ${rows.length} 张图片`}
      fields={TO}
      layout={[['productId'], ['skuId']]}
      okText="归属"
      send={async (values) => {
        const { productId, skuId } = values as { productId?: string | null; skuId?: string | null };
        const answer = await callRoute(attachPicturesRoute, {
          body: {
            ids: rows.map(({ id }) => id),
            ...(productId ? { productId } : {}),
            ...(skuId ? { skuId } : {}),
          },
        });
        saved(answer.message);
        return answer;
      }}
      onClose={onClose}
    />
  );
}
