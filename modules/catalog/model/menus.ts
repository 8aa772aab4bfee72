import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 产品 and what belongs to them (domain.md §11 for the paths). */
export const catalogMenus: readonly DeclaredMenu[] = [
  { path: '/goods', title: '产品管理', icon: 'tags', sort: 14, redirect: '/base/product' },
  ...listPages('/goods', [
    ['/base/product', '产品', 5, 'catalog:product'],
    ['/base/sku', 'SKU', 6, 'catalog:sku'],
    ['/base/image', '图片', 7, 'catalog:picture', 'catalog/PictureList'],
    ['/base/image-rule', '图片规则', 7.1, 'catalog:pictureRule'],
    ['/base/carton', '箱规', 7.2, 'catalog:skuCarton'],
    ['/base/bundle', '组合明细', 7.3, 'catalog:bundleItem'],
    ['/base/part', '配件清单', 7.4, 'catalog:skuPart'],
    ['/base/alias', '别名与条码', 7.5, 'catalog:skuAlias'],
    ['/base/cost', '标准成本', 7.55, 'catalog:skuCost'],
    ['/base/category', '产品分类', 7.6, 'catalog:productCategory'],
  ]),
];
