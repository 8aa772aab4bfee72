import { readBrand } from '#console/brand.ts';

/** Names where the server tells none: the development server of the pages alone. */
export const brand = readBrand({
  platform: '供应链管理平台',
  short: '供应链',
  tagline: 'Wayfair供应链管理平台',
  welcome: '欢迎使用供应链管理平台',
  copyright: `Copyright © ${new Date().getFullYear()} 供应链管理平台`,
  filing: '',
  logo: '',
  helpUrl: '',
  privacyUrl: '',
  termsUrl: '',
});
