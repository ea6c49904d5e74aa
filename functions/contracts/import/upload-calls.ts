import { buildUploadCalls } from '../../spreadsheets/imports/upload-calls.ts'
import { contractColumns } from './columns.ts'
import { contractImport } from './importing.ts'

/** Functions that answer calls about uploads of contracts. */
export const contractUploads = buildUploadCalls(contractImport, contractColumns, 'contract:manage')
