import { assembleModules } from '#kit/server/assemble.ts';
import type { Assembled } from '#kit/server/assembled.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { scopeRegister } from '#modules/base/server/index.ts';
import { carrierCheck, type CarrierServices } from '#modules/fulfilment/server/index.ts';
import { stockedSkusBeside } from '#modules/inventory/server/index.ts';
import { channelSettingsCheck, type ChannelServices } from '#modules/channels/server/index.ts';
import type { GatewaySettings } from '#modules/operations/server/index.ts';
import type { MonitorServices } from '#modules/monitor/server/index.ts';
import type { SystemServices } from '#modules/system/server/index.ts';
import { createMeasuring } from '#platform/pictures/measure/measure.ts';
import type { PurchasingServices } from '#modules/purchasing/module.ts';
import { modules } from './modules.ts';

export type { Assembled } from '#kit/server/assembled.ts';

/** What the wiring gives to the modules; each takes what it needs. */
type ModuleServices = Omit<SystemServices, 'scopeRegister'> &
  MonitorServices &
  ChannelServices &
  CarrierServices &
  PurchasingServices & {
    onChanged: (listener: (tenant: number, resources: Iterable<string>) => void) => void;
    furtherWorks?: readonly TenantWork[];
    sourceHosts?: (tenant: number) => readonly string[];
    gateway?: () => GatewaySettings;
  };

/** The product: all modules, and what lower ones ask of those above them. */
export const assemble = (services: ModuleServices): Assembled =>
  assembleModules(modules, {
    ...services,
    measuring: createMeasuring(),
    scopeRegister,
    checkSettings: channelSettingsCheck(services),
    checkCarrier: carrierCheck(services),
    skusBeside: stockedSkusBeside,
  });
