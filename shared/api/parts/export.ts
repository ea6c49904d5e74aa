import * as z from '../../zod.ts'

/** File formats of an exported list; `csv` by default. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** Query parameter of an export that gives names and addresses of all customers without consent, for letters. */
export const letters = z.literal('true').optional()

/** Query parameter for the file format of an export. */
export const exportFormat = z.enum(exportFormats).optional()
