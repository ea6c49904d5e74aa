/** Statuses of an invoice; 'overdue' is none of them, as it follows from the date (rulings 44). */
export const invoiceStatuses = ['concept', 'in_behandeling', 'betaald', 'cancelled'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceStatusLabels: Record<InvoiceStatus, string> = {
  concept: 'Concept',
  in_behandeling: 'In behandeling',
  betaald: 'Betaald',
  cancelled: 'Geannuleerd',
}

/** Types of document: an invoice, and a credit note that reverses a sent invoice (rulings 45). */
export const invoiceTypes = ['invoice', 'credit_note'] as const
export type InvoiceType = (typeof invoiceTypes)[number]
export const invoiceTypeLabels: Record<InvoiceType, string> = { invoice: 'Factuur', credit_note: 'Creditfactuur' }

/** Payment terms of an invoice (spec §3). */
export const paymentTerms = ['30_days', '48_hours'] as const
export type PaymentTerms = (typeof paymentTerms)[number]
export const paymentTermsLabels: Record<PaymentTerms, string> = { '30_days': '30 dagen', '48_hours': '48 uur' }

/**
 * VAT schemes of a partner; VAT is charged only under 'normaal' (decision 51). VAT is reversed to us either within the
 * Netherlands, or because the partner is a foreign firm with a Dutch VAT number.
 */
export const vatSchemes = ['normaal', 'kor', 'verlegd', 'verlegd-buitenland', 'vrijgesteld'] as const
export type VatScheme = (typeof vatSchemes)[number]
export const vatSchemeLabels: Record<VatScheme, string> = {
  normaal: 'Normaal',
  kor: 'Kleineondernemersregeling',
  verlegd: 'Btw verlegd, Nederlandse firma',
  'verlegd-buitenland': 'Btw verlegd, buitenlandse firma',
  vrijgesteld: 'Vrijgesteld van btw',
}

/** VAT rate of services in the Netherlands, for VAT that is reversed to us (art. 12 Wet OB). */
export const REVERSED_RATE = 21

/** Tells whether we owe the VAT of a partner with this scheme (rubriek 2a), and may deduct it again (5b). */
export const isReversed = (scheme: VatScheme | undefined): boolean =>
  scheme === 'verlegd' || scheme === 'verlegd-buitenland'
