import type { SaleStatus } from '../api/parts/statuses.ts'

/** The steps that a commission takes, one by one (spec §4). */
export const commissionSteps = ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling', 'uitbetaald'] as const
export type CommissionStep = (typeof commissionSteps)[number]

/** Steps with work still to do. */
export const openSteps = ['nieuw', 'in_afwachting', 'klaar_voor_uitbetaling'] as const satisfies CommissionStep[]

/** Payees of a sale: its agent, and its caller, who called the customer. */
export const payees = ['agent', 'caller'] as const

/** Label of the button that moves a commission to a step (spec §4). */
export const advanceLabels: Record<Exclude<CommissionStep, 'nieuw'>, string> = {
  in_afwachting: 'Naar In Afwachting',
  klaar_voor_uitbetaling: 'Naar Klaar',
  uitbetaald: 'Uitbetalen',
}

/** Returns the step after a status; null after uitbetaald and rejected. Pending and approved count as nieuw. */
export function nextStep(status: SaleStatus): Exclude<CommissionStep, 'nieuw'> | null {
  if (status === 'rejected') return null
  if (status === 'pending' || status === 'approved') return 'in_afwachting'
  const next = commissionSteps[commissionSteps.indexOf(status) + 1]
  return next === undefined || next === 'nieuw' ? null : next
}
