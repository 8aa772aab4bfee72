/** Everything here is of the installation: rights of the operator (`monitor:*` in system's permission-code.ts). */
export const SEE_FIGURES = 'monitor:figure:list';
export const SEE_TRACES = 'monitor:trace:list';
export const SEE_DATABASE = 'monitor:database:list';
export const SEE_THRESHOLDS = 'monitor:threshold:list';
export const EDIT_THRESHOLDS = 'monitor:threshold:edit';
