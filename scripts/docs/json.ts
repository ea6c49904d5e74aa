export type Json = Record<string, unknown>

/** Returns the name of a schema from the words of another name, such as `CommissionsList` from `commissions.list`. */
export const inTypeCase = (name: string) => name.replaceAll(/(?:^|\W+)(\w)/g, (_, first: string) => first.toUpperCase())
