/** What a role may, as patterns over permission codes. */
export interface Grants {
  may: readonly string[];
  except?: readonly string[];
}

/** What the preset roles may by default: by the code of a role, from every module its part. */
export type RoleGrants = Readonly<Record<string, readonly Grants[]>>;

/** To look at all of a module. */
export const reading = (module: string): string[] => operations(module, 'list', 'export');

/** To do these to whatever a module has. */
export const operations = (module: string, ...verbs: string[]): string[] => verbs.map((verb) => `${module}:*:${verb}`);
