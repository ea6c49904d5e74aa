import * as z from 'zod'

/** The files in which a list can be had; `csv` unless asked otherwise. */
export const exportFormats = ['csv', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

/** The query parameter of an endpoint that exports a list. */
export const exportFormat = z.enum(exportFormats).optional()
