import { invalid, Refusal, type FieldError } from '#kit/model/refusal.ts';

/** What a product still lacks before it is sold; `field` is where it is filled in. */
export interface ProductGap {
  field: 'skus' | 'cartons' | 'categoryId' | 'attributes' | 'images';
  message: string;
}

/** Everything that is missing, each at its place. */
export const productNotReady = (gaps: readonly ProductGap[]) =>
  new Refusal('catalog.productNotReady', `还不能上架销售：${gaps.map(({ message }) => message).join('；')}`, {
    errors: gaps.map((gap) => ({ ...gap, code: `catalog.gap.${gap.field}` })),
  });

export const productHasSkus = (p: { product: string }) =>
  new Refusal('catalog.productHasSkus', `${p.product} 下仍有SKU，不能删除`);

export const cartonNoTaken = (p: { cartonNo: number }) => {
  const [code, message] = ['catalog.cartonNoTaken', `该SKU已有第 ${p.cartonNo} 箱`];
  return new Refusal(code, message, {
    status: 422,
    errors: [{ field: 'cartonNo', code, message }],
  });
};

/** Several cartons of one unit, or one carton of several units; never both (domain.md §2.2). */
export const cartonsMixed = () => new Refusal('catalog.cartonsMixed', '多箱SKU的每箱件数必须为 1', { status: 422 });

export const categoryTooDeep = (p: { most: number }) =>
  invalid([{ field: 'parentId', code: 'catalog.categoryTooDeep', message: `分类最多 ${p.most} 级` }]);

export const categoryCycle = () =>
  invalid([
    {
      field: 'parentId',
      code: 'catalog.categoryCycle',
      message: '上级分类不能是自己或自己的下级',
    },
  ]);

export const categoryHasChildren = (p: { category: string }) =>
  new Refusal('catalog.categoryHasChildren', `${p.category} 下仍有下级分类，不能删除`);

export const categoryHasProducts = (p: { category: string }) =>
  new Refusal('catalog.categoryHasProducts', `${p.category} 下仍有产品，不能删除`);

/** Moving a category would give products two attributes of one code. */
export const attributesCollide = (p: { code: string }) =>
  invalid([
    {
      field: 'parentId',
      code: 'catalog.attributesCollide',
      message: `新的上级已有同编码的属性 ${p.code}`,
    },
  ]);

/** @param p.at where it is heard: at the form of a category, or by whoever publishes a form */
export const formCollides = (p: { key: string; category: string; at: 'formId' | 'publish' }) => {
  const message = `分类 ${p.category} 的属性表单已有键 ${p.key}，产品会填两遍`;
  return p.at === 'formId'
    ? invalid([{ field: 'formId', code: 'catalog.formCollides', message }])
    : new Refusal('catalog.formCollides', message);
};

export const categoryFormWrong = () =>
  invalid([
    {
      field: 'formId',
      code: 'catalog.categoryForm',
      message: '属性表单须是类型为“产品分类”、已发布的动态表单',
    },
  ]);

export const attributesWrong = (faults: readonly string[]) =>
  invalid([{ field: 'attributes', code: 'catalog.attributes', message: faults.join('；') }]);

const atComponent = (code: string, message: string) =>
  invalid([{ field: 'componentSkuId', code: `catalog.${code}`, message }]);

export const bundleOfItself = () => atComponent('bundleOfItself', '组合不能包含自己');

export const bundleOfBundle = (p: { sku: string }) =>
  atComponent('bundleOfBundle', `${p.sku} 是组合，组合里不能再放组合`);

export const componentTaken = () => atComponent('componentTaken', '该组合已有这个组件');

export const notABundle = (p: { sku: string }) =>
  invalid([
    {
      field: 'bundleSkuId',
      code: 'catalog.notABundle',
      message: `${p.sku} 不是组合，请先把类型改为“组合”`,
    },
  ]);

const atType = (code: string, message: string) => invalid([{ field: 'type', code: `catalog.${code}`, message }]);

export const isComponent = (p: { bundle: string }) =>
  atType('isComponent', `它是组合 ${p.bundle} 的组件，不能改为组合`);

export const hasComponents = () => atType('hasComponents', '先删除组合明细，再改类型');

export const hasCartons = () => atType('hasCartons', '组合的箱规来自组件，先删除它自己的箱规再改为组合');

export const cartonOfBundle = () =>
  invalid([{ field: 'skuId', code: 'catalog.cartonOfBundle', message: '组合的箱规来自组件，不用另填' }]);

export const aliasIsCode = (p: { sku: string }) =>
  invalid([
    {
      field: 'code',
      code: 'catalog.aliasIsCode',
      message: `${p.sku} 的SKU编码或UPC就是它，不能再作别的SKU的别名`,
    },
  ]);

export const pictureRatios = () =>
  invalid([
    {
      field: 'mostRatio',
      code: 'catalog.pictureRatios',
      message: '宽高比上限须大于 0，且不小于下限',
    },
  ]);

const atPart = (code: string, message: string) => invalid([{ field: 'partSkuId', code: `catalog.${code}`, message }]);

export const partNotPart = (p: { sku: string }) => atPart('partNotPart', `${p.sku} 不是配件，请先把类型改为“配件”`);

/** At the day: a SKU has one standard cost from a day on. */
export const costDayTaken = (): FieldError => ({
  field: 'effectiveFrom',
  code: 'catalog.costDayTaken',
  message: '该SKU在这一天已有标准成本',
});

export const partTaken = () => atPart('partTaken', '该SKU已有这个配件');
