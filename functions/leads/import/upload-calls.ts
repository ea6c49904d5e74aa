import { buildUploadCalls } from '../../spreadsheets/imports/upload-calls.ts'
import { leadColumns, leadImport } from './importing.ts'

/** Functions that answer calls about uploads of leads. */
export const leadUploads = buildUploadCalls(leadImport, leadColumns, 'lead:import')
