/** Ways to pay a person: by payroll, by the invoices of their partner company, or by their own invoices as a zzp'er. */
export const payoutMethods = ['payroll', 'invoice', 'own-invoice'] as const
export type PayoutMethod = (typeof payoutMethods)[number]

/** Label of the people who are paid by each payout method, on the screens of the book. */
export const payoutMethodLabels: Record<PayoutMethod, string> = {
  payroll: 'Loondienst',
  invoice: 'Partners',
  'own-invoice': 'Zzp zonder partner',
}
