/** The kinds of record that are imported, each with the name of the list of its uploads; their domains name them. */
// biome-ignore lint/suspicious/noEmptyInterface: domains fill it
export interface ImportKinds {}
export type ImportKind = keyof ImportKinds
export type UploadList = ImportKinds[ImportKind]
