import type { LegalForm } from '../../shared/numbers/legal-forms.ts'
import type { LocalDate } from '../../shared/time.ts'
import type { Permit } from '../platform/actor.ts'
import type { Change } from '../platform/data/commit.ts'

/** A row of a sheet, as far as it says whether its customer may be called. */
export interface ImportedPermission {
  readonly phone: string | null | undefined
  readonly company?: string | null | undefined
  readonly legalForm?: LegalForm | undefined
  /** True for a row of our own export, which makes, prolongs and revives no consent (market 67f). */
  readonly isOwnExport?: boolean
  readonly consent?:
    | {
        readonly source: string
        readonly date: LocalDate
        readonly text?: string | undefined
        readonly proof?: string | undefined
      }
    | undefined
}

export interface Upload {
  readonly id: string
  readonly filename: string
}

const tellsPermission = ({ consent, legalForm }: ImportedPermission) => Boolean(consent || legalForm)

/** Loads the storing on demand, as few sheets tell consents or legal forms. */
const loadImporting = () => import('./importing.ts')

/** Records the consents and legal forms of rows; see `recordImported`. */
export async function recordPermissions(permit: Permit, upload: Upload, rows: readonly ImportedPermission[]) {
  const told = rows.filter(tellsPermission)
  if (told.length > 0) await (await loadImporting()).recordImported(permit, upload, told)
}

/** Returns the changes that take back what an upload recorded for the numbers of rows; see `planImportedUndo`. */
export async function planPermissionsUndo(uploadId: string, rows: readonly ImportedPermission[]): Promise<Change[]> {
  const told = rows.filter(tellsPermission)
  return told.length > 0 ? (await loadImporting()).planImportedUndo(uploadId, told) : []
}
