import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, pictures, text, textarea } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What a picture is for. The first one of a row is its main picture: that is no choice of its own. */
export const pictureRole = dict('picture_role', {
  main: '主图',
  gallery: '附图',
  lifestyle: '场景图',
  dimension: '尺寸图',
  swatch: '色卡图',
});
export type PictureRole = keyof typeof pictureRole.items;

export const pictureFormat = dict('picture_format', {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
});
export type PictureFormat = keyof typeof pictureFormat.items;

export const pictureOwner = dict('picture_owner', {
  product: '产品',
  sku: 'SKU',
  none: '未归属',
});

/** What came of a picture, or of all pictures of a product, by the rules. */
export const pictureVerdict = dict('picture_verdict', {
  ok: '合规',
  faulty: '不合规',
  waiting: '待校验',
});
export type PictureVerdict = keyof typeof pictureVerdict.items;

/**
 * 图片: uploads that products and SKUs hold, and those that nobody holds. The rows themselves say which
 * pictures they have and in which order: nothing is kept here a second time.
 */
export const picture = defineView({
  module: 'catalog',
  name: 'picture',
  title: '图片',
  empty: '产品与 SKU 的图片都在这里。在产品页上传，或用「按文件名配图」一次传一批。',
  fields: {
    image: pictures('图片', { always: true, max: 1 }),
    fileName: text('文件名', { always: true, max: 255 }),
    format: choice('格式', pictureFormat, { always: true }),
    width: integer('宽(px)'),
    height: integer('高(px)'),
    bytes: integer('大小(字节)', { always: true }),
    role: choice('角色', pictureRole),
    ordinal: integer('次序'),
    altText: text('替代文字', { max: 255 }),
    owner: choice('归属类型', pictureOwner, { always: true }),
    productId: link('产品', 'catalog:product'),
    skuId: link('SKU', 'catalog:sku'),
    verdict: choice('校验', pictureVerdict),
    faults: textarea('不合规原因'),
    createTime: datetime('上传时间', { always: true }),
  },
  label: 'fileName',
  list: [
    { key: 'fileName', under: ['altText'], picture: ['image'] },
    { key: 'owner', under: ['productId', 'skuId'] },
    { key: 'verdict', under: ['faults'] },
    { key: 'width', under: ['format'] },
    'bytes',
    { key: 'role', under: ['ordinal'] },
    'createTime',
  ],
  search: ['fileName', 'owner', 'verdict', 'role', 'productId', 'skuId', 'format'],
});

/** As many pictures are changed in one call. */
export const MOST_PICTURES = 100;

const mayEdit = { permission: 'catalog:picture:edit' } as const;

export const editPictureRoute = defineRoute({
  method: 'POST',
  path: '/catalog/picture/:id/edit',
  access: mayEdit,
  summary: '编辑图片',
  body: shape<{ role?: PictureRole; altText?: string | null; version: number }>(),
});

export const attachPicturesRoute = defineRoute({
  method: 'POST',
  path: '/catalog/picture/attach',
  access: mayEdit,
  summary: '图片：归属到产品或SKU',
  body: shape<{ ids: readonly string[]; productId?: string; skuId?: string }>(),
});

export const detachPicturesRoute = defineRoute({
  method: 'POST',
  path: '/catalog/picture/detach',
  access: mayEdit,
  summary: '图片：解绑',
  body: shape<{ ids: readonly string[] }>(),
});

export const replacePictureRoute = defineRoute({
  method: 'POST',
  path: '/catalog/picture/:id/replace',
  access: mayEdit,
  summary: '图片：替换',
  body: shape<{ image: string }>(),
});

export const removePicturesRoute = defineRoute({
  method: 'POST',
  path: '/catalog/picture/remove',
  access: mayEdit,
  summary: '图片：删除未归属的',
  body: shape<{ ids: readonly string[] }>(),
});

/** What is wrong with the pictures of a product: as a whole, and of which SKU or product each is. */
export interface ProductPictures {
  verdict: PictureVerdict;
  /** Of the product as a whole: too few, none at all. */
  faults: string[];
  pictures: {
    id: string;
    image: string;
    fileName: string;
    altText: string | null;
    width: number | null;
    height: number | null;
    bytes: number;
    role: PictureRole;
    /** null: of the product itself. */
    skuCode: string | null;
    verdict: PictureVerdict;
    faults: string[];
  }[];
}

export const productPicturesRoute = defineRoute({
  method: 'GET',
  path: '/catalog/product/:id/pictures',
  access: { permission: 'catalog:product:list' },
  summary: '产品：图片与校验结果',
  result: shape<ProductPictures>(),
});
