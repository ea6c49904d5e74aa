import { type EmploymentType, type LicenseFeeStatus, type Office, officeNames } from '../../shared/contract/fields.ts'

/** How somebody is employed, in Dutch. */
export const employmentLabels: Record<EmploymentType, string> = { loondienst: 'Loondienst', zzp: 'Zzp' }

/** Whether the licence fee was paid, in Dutch. */
export const licenceLabels: Record<LicenseFeeStatus, string> = {
  paid: 'Betaald',
  pending: 'Openstaand',
  overdue: 'Te laat',
}

/** The offices in Dutch (spec §2). */
export const officeLabels = Object.fromEntries(
  Object.entries(officeNames).map(([office, place]) => [office, `Kantoor ${place}`]),
) as Record<Office, string>
