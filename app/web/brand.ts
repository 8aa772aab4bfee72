import { readBrand } from '#console/brand.ts';
import { BUILT_IN_NAMES } from '#kit/model/brand.ts';

/** Names where the server tells none: the development server of the pages alone. */
export const brand = readBrand({
  ...BUILT_IN_NAMES,
  tagline: 'Wayfair供应链管理平台',
  welcome: '欢迎使用供应链管理平台',
  copyright: `Copyright © ${new Date().getFullYear()} 供应链管理平台`,
  filing: '',
  logo: '',
  helpUrl: '',
  privacyUrl: '',
  termsUrl: '',
});
