import { expect, test } from 'vitest';
import { carrierDoubt, carrierOf } from './carrier-number.ts';

test('the carrier follows from the form of a number', () => {
  expect(['1z999aa10123456784', '7485 2013 7796', '9400136105536836345521', 'X1'].map(carrierOf)).toEqual([
    'UPS',
    'FedEx',
    'USPS',
    undefined,
  ]);
});

test.each([
  ['9400111899223033005282', 'FEDEX', 'USPS'],
  ['9400111899223033005282', 'FedEx Ground', 'USPS'],
  ['420 22153 9400111899223033005282', 'UPS', 'USPS'],
  ['1Z999AA10123456784', '联邦快递', 'UPS'],
  ['794600000001', 'USPS', 'FedEx'],
  ['794600000000,1Z999AA10123456784', 'FEDEX', 'UPS'],
])('%j typed for %j is asked about: it is of %s', (number, carrier, form) => {
  expect(carrierDoubt(number, carrier)).toMatch(
    new RegExp(`是 ${form} 的运单号格式，承运商填的是 ${carrier}，请核对$`),
  );
});

test.each([
  ['1Z999AA10123456784', 'UPS'],
  ['794600000000', 'FDEG'],
  ['986578788855', 'FedEx'],
  ['041441760228964', 'FedEx Ground'],
  ['61299995669352455464', 'FEDEX'],
  ['1Z999АА10123456784', 'UPS'],
  // Parcels that the post delivers, and carriers whose numbers nobody knows by their form.
  ['9261290100130435082878', 'FedEx SmartPost'],
  ['9261290100130435082878', 'UPS Mail Innovations'],
  ['9400111899223033005288', 'ONTRAC'],
  ['1LSCXYZ00O0I123', 'LASERSHIP'],
  ['', ''],
  ['794600000001', 'TForce'],
  ['9400111899223033005288', 'Groups Freight'],
  // UPS has numbers of twelve digits, too.
  ['794600000001', 'UPS'],
  ['TRUCK-0001', 'FEDEX'],
  ['', 'FEDEX'],
])('%j typed for %j is not asked about', (number, carrier) => {
  expect(carrierDoubt(number, carrier)).toBeNull();
});

test.each([
  ['1Z999AA10123456785', 'UPS', 'UPS'],
  ['1Z999AA10123456785', '', 'UPS'],
  ['9400111899223033005282', 'USPS', 'USPS'],
  ['9400111899223033005282', 'ONTRAC', 'USPS'],
  ['986578788856', 'FedEx', 'FedEx'],
  ['041441760228965', 'FDEG', 'FedEx'],
  ['61299995669352455465', 'FedEx', 'FedEx'],
  ['1Z999AA10123456784, 1Z999AA10123456785', 'UPS', 'UPS'],
])('the check digit of %j, typed for %j, is none of %s', (number, carrier, named) => {
  expect(carrierDoubt(number, carrier)).toMatch(new RegExp(`的校验位不对，不像 ${named} 的运单号，请对照面单核对$`));
});

test.each([
  ['94OO111899223O33OO5288', 'USPS', '9400111899223033005288'],
  ['IZ999AAIO123456784', 'UPS', '1Z999AA10123456784'],
  ['1Z999AA1O123456784', '', '1Z999AA10123456784'],
  ['98657B788855', 'FedEx', null],
  ['98657878885S', 'FedEx', null],
  ['ОО4I44I760228964', 'FedEx', null],
  ['O4I44I760228964', 'FedEx', '041441760228964'],
])('letters in %j, typed for %j, are read as digits where the check digit agrees: %j', (number, carrier, meant) => {
  const doubt = carrierDoubt(number, carrier);
  if (meant === null) expect(doubt).toBeNull();
  else expect(doubt).toContain(`像是数字 0、1：${meant} 才是`);
});
