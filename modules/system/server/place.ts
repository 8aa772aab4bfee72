export interface Place {
  tenant: number;
  tenantName: string;
  orgCode: string | null;
}
