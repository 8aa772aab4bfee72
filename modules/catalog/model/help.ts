import { stateNotes, type HelpPart } from '#kit/model/help.ts';
import { productLifecycle } from './product.ts';

/** 产品 in the handbook. */
export const catalogHelp: HelpPart = {
  module: 'catalog',
  title: '产品',
  chapters: [
    { name: 'products', title: '产品', pages: ['/base/product'], of: ['catalog:product'] },
    { name: 'pictures', title: '图片', pages: ['/base/image'], of: ['catalog:picture'] },
    {
      name: 'picture-rules',
      title: '图片规则',
      pages: ['/base/image-rule'],
      of: ['catalog:pictureRule'],
    },
    { name: 'skus', title: 'SKU', pages: ['/base/sku'], of: ['catalog:sku'] },
    {
      name: 'categories',
      title: '产品分类',
      pages: ['/base/category'],
      of: ['catalog:productCategory'],
    },
    { name: 'bundles', title: '组合', pages: ['/base/bundle'], of: ['catalog:bundleItem'] },
    { name: 'parts', title: '配件清单', pages: ['/base/part'], of: ['catalog:skuPart'] },
    { name: 'aliases', title: '别名与条码', pages: ['/base/alias'], of: ['catalog:skuAlias'] },
    { name: 'costs', title: '标准成本', pages: ['/base/cost'], of: ['catalog:skuCost'] },
    { name: 'cartons', title: '箱规', pages: ['/base/carton'], of: ['catalog:skuCarton'] },
  ],
  notes: [
    stateNotes(productLifecycle, {
      draft: '资料还在填写，不推送库存；填好后上架销售。',
      active: '正常销售，可用库存按规则推送到渠道。',
      paused: '暂时不卖，渠道库存推送为 0；可以随时重新上架销售。',
      discontinued: '不再补货，渠道库存推送为 0 并标记停产；已有订单照常发，只有租户管理员能恢复销售。',
    }),
  ],
};
