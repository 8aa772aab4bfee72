import { giga } from '#connectors/giga/index.ts';
import type { SupplierConnector } from '#modules/purchasing/model/supply/supplier-port.ts';

/** The suppliers whose goods this product reads. */
export const supplierConnectors: readonly SupplierConnector[] = [giga];
