/** Kinds of record that are imported, with the names of their lists of uploads; each domain adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it
export interface ImportKinds {}
export type ImportKind = keyof ImportKinds
export type UploadList = ImportKinds[ImportKind]
