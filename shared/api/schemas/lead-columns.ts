import { customerColumnLabels } from './customer-columns.ts'

/** Meanings of a column in a sheet of leads, with their labels (rulings 53). */
export const leadColumnLabels = {
  ...customerColumnLabels,
  currentSupplier: 'Leverancier',
  contractEndDate: 'Einddatum contract',
  energyType: 'Energietype',
  monthlyAmount: 'Maandbedrag',
  consumption: 'Verbruik',
  source: 'Bron',
  status: 'Status',
  priority: 'Prioriteit',
  owner: 'Eigenaar',
  notes: 'Notities',
  callBackDate: 'Terugbellen op',
  callBackTime: 'Terugbellen om',
} as const

export type LeadColumn = keyof typeof leadColumnLabels
export const leadColumns = Object.keys(leadColumnLabels) as [LeadColumn, ...LeadColumn[]]
