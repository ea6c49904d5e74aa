import { authorise, type Caller } from '../../platform/actor.ts'
import { retryUpload } from '../../spreadsheets/imports/retry.ts'
import { contractImport } from './importing.ts'

/**
 * Resumes a failed or stuck import or undo of contracts, and returns the state of its upload. Changes nothing while the
 * work still makes progress. Throws 404 for an unknown upload, 409 when there is nothing to resume or the file is gone.
 */
export const retryContractUpload = (actor: Caller, id: string) =>
  retryUpload(contractImport, authorise(actor, 'contract:manage'), id)
