/** Stored statuses (spec §4); `awaiting-customer` is accepted for `awaiting` (rulings 25). */
export const appointmentStatuses = ['scheduled', 'sale', 'no-sale', 'quote-sent', 'awaiting', 'cancelled'] as const
export type AppointmentStatus = (typeof appointmentStatuses)[number]

/** Statuses of a lead (rulings 30). */
export const leadStatuses = ['new', 'contacted', 'interested', 'not-interested', 'converted'] as const
export type LeadStatus = (typeof leadStatuses)[number]

export const leadStatusLabels: Record<LeadStatus, string> = {
  new: 'Nieuw',
  contacted: 'Gecontacteerd',
  interested: 'Geïnteresseerd',
  'not-interested': 'Niet geïnteresseerd',
  converted: 'Geconverteerd',
}

export const priorities = ['high', 'medium', 'low'] as const
export type Priority = (typeof priorities)[number]
export const priorityLabels: Record<Priority, string> = { high: 'Hoog', medium: 'Gemiddeld', low: 'Laag' }

/** Sales statuses of an expiring contract; any may be set (spec §4). */
export const salesStatuses = ['nieuw', 'afspraak_ingepland', 'getekend', 'gecanceld', 'geen_interesse'] as const
export type SalesStatus = (typeof salesStatuses)[number]

export const salesStatusLabels: Record<SalesStatus, string> = {
  nieuw: 'Nieuw',
  afspraak_ingepland: 'Afspraak ingepland',
  getekend: 'Getekend',
  gecanceld: 'Gecanceld',
  geen_interesse: 'Geen interesse',
}

/** Sales statuses that the board shows; `alle` is all of them. */
export const boardStatuses = ['alle', ...salesStatuses] as const
export type BoardStatus = (typeof boardStatuses)[number]

export const boardStatusLabels: Readonly<Record<BoardStatus, string>> = { alle: 'Alle', ...salesStatusLabels }

/** Statuses of sales and of commissions (rulings 35). */
export const saleStatuses = [
  'nieuw',
  'pending',
  'approved',
  'rejected',
  'in_afwachting',
  'klaar_voor_uitbetaling',
  'uitbetaald',
] as const
export type SaleStatus = (typeof saleStatuses)[number]

/** Labels of sales and of their commissions; one word for one status. */
export const saleStatusLabels: Record<SaleStatus, string> = {
  nieuw: 'Nieuw',
  pending: 'Gecontroleerd',
  approved: 'Goedgekeurd',
  rejected: 'Afgekeurd',
  in_afwachting: 'In afwachting',
  klaar_voor_uitbetaling: 'Klaar',
  uitbetaald: 'Uitbetaald',
}

/** Other names of these statuses, which titles tell (spec §4). */
export const saleStatusTitles: Partial<Record<SaleStatus, string>> = {
  pending: 'In behandeling',
  approved: 'Dynamisch',
  klaar_voor_uitbetaling: 'Klaar voor uitbetaling',
}
