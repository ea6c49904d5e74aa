import type { BucketName, Declaration, Folder, Functions, Group, Rows } from '../shared/declaration.ts'
import * as domains from './declarations.ts'

export { domains }

type WorkIn<Domain> = Domain extends { readonly work: infer Work } ? keyof Work : never
type DeclaredWork = { [Name in keyof typeof domains]: WorkIn<(typeof domains)[Name]> }[keyof typeof domains]

declare module '../functions/platform/data/outbox.ts' {
  interface OutboxKinds extends Record<DeclaredWork, true> {}
}

const all = Object.values<Declaration>(domains)

/** Returns what all domains declare of one sort. Throws when two declare the same. */
function gather<T>(of: (domain: Declaration) => Readonly<Record<string, T>> | undefined): Readonly<Record<string, T>> {
  const entries = all.flatMap((domain) => Object.entries(of(domain) ?? {}))
  const gathered = Object.fromEntries(entries)
  for (const [key, value] of entries) if (gathered[key] !== value) throw new Error(`Two domains declare ${key}`)
  return gathered
}

/** The rows of each partition of the table. */
export const partitions: Readonly<Record<string, Rows>> = gather(({ rows }) => rows)

/** Functions that may make each call of the user pool. */
export const identityCalls: Readonly<Record<string, Functions>> = gather(({ identity }) => identity)

/** Folders of each bucket, with the functions that may use them. */
export const folders: Readonly<Record<BucketName, Readonly<Record<string, Folder>>>> = {
  uploads: gather(({ folders: of }) => of?.uploads),
  documents: gather(({ folders: of }) => of?.documents),
}

/** Returns the folder of `functions` that declares a group of the API. Throws when none does. */
export function folderOf(group: string): string {
  const [folder] = Object.entries<Declaration>(domains).find(([, { groups = {} }]) => group in groups) ?? []
  if (!folder) throw new Error(`No functions/*/domain.ts declares ${group}`)
  return folder
}

/** The groups of the API, each with the settings of its function that differ from those of most. */
export const groups: Readonly<Record<string, Group>> = gather(({ groups: of }) => of)
