import { officeLabels, offices } from '../../shared/api/parts/fields.ts'

/** Offices to choose from. */
export const officeOptions = offices.map((value) => ({ value, label: officeLabels[value] }))
