/** The tenant of those who run the installation. */
export const OPERATOR_TENANT = 1;
