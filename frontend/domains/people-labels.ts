import { type Office, officeNames, offices } from '../../shared/api/parts/fields.ts'

/** Dutch labels of the offices, such as `Kantoor Roermond`. */
export const officeLabels = Object.fromEntries(
  Object.entries(officeNames).map(([office, place]) => [office, `Kantoor ${place}`]),
) as Record<Office, string>

/** Offices to choose from. */
export const officeOptions = offices.map((value) => ({ value, label: officeLabels[value] }))
