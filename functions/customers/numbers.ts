import { markAppointmentsWith } from '../appointments/service.ts'
import { markContractsWith } from '../contracts/service.ts'
import { closeNumber, judgeClosings, liftNumber, markLeadsWith } from '../leads/service.ts'
import { confirmConsent, recordConsent, setLegalForm, withdrawConsent } from '../numbers/changing.ts'
import { closeMany, recordConsents, setLegalForms } from '../numbers/many.ts'

export { changeCallingSettings, readCallingSettings } from '../numbers/choosing-gate.ts'
export { listConsentedClosings, listConsents } from '../numbers/listing.ts'

import type { Caller } from '../platform/actor.ts'

type Numbered = { readonly number: string } | { readonly numbers: readonly string[] }

/** Corrects the marks of all records with the numbers of a change; passes the change on. */
async function markAll<T extends { readonly result: Numbered }>(change: Promise<T>): Promise<T> {
  const changed = await change
  const { result } = changed
  const numbers = 'numbers' in result ? result.numbers : [result.number]
  await Promise.all([markLeadsWith(numbers), markContractsWith(numbers), markAppointmentsWith(numbers)])
  return changed
}

/** Closes the numbers in a text, as `closeNumber` does; the counts of contracts then follow at once. */
export async function closeNumberEverywhere(actor: Caller, form: Parameters<typeof closeNumber>[1]) {
  const closed = await closeNumber(actor, form)
  await markContractsWith(closed.result.numbers)
  return closed
}

/** Takes numbers off the do-not-call list, as `liftNumber` does; lists and counts follow at once. */
export const liftNumberEverywhere = (actor: Caller, form: Parameters<typeof liftNumber>[1]) =>
  markAll(liftNumber(actor, form))

/** Confirms or reopens provisional closings, as `judgeClosings` does; the counts of contracts then follow at once. */
export async function judgeClosingsEverywhere(actor: Caller, form: Parameters<typeof judgeClosings>[1]) {
  const judged = await judgeClosings(actor, form)
  await markContractsWith(form.numbers)
  return judged
}

/** Records a consent, as `recordConsent` does; lists and counts follow at once. */
export const recordConsentEverywhere = (actor: Caller, form: Parameters<typeof recordConsent>[1]) =>
  markAll(recordConsent(actor, form))

/** Withdraws a consent, as `withdrawConsent` does; lists and counts follow at once. */
export const withdrawConsentEverywhere = (actor: Caller, id: string, form: Parameters<typeof withdrawConsent>[2]) =>
  markAll(withdrawConsent(actor, id, form))

/** Confirms a consent, as `confirmConsent` does; lists and counts follow at once. */
export const confirmConsentEverywhere = (actor: Caller, id: string) => markAll(confirmConsent(actor, id))

/** Sets the legal form of a number, as `setLegalForm` does; lists and counts follow at once. */
export const setLegalFormEverywhere = (actor: Caller, number: string, form: Parameters<typeof setLegalForm>[2]) =>
  markAll(setLegalForm(actor, number, form))

/** Sets or takes back legal forms of numbers, as `setLegalForms` does; lists and counts follow at once. */
export const setLegalFormsEverywhere = (actor: Caller, form: Parameters<typeof setLegalForms>[1]) =>
  markAll(setLegalForms(actor, form))

/** Records a consent for many numbers, as `recordConsents` does; lists and counts follow at once. */
export const recordConsentsEverywhere = (actor: Caller, form: Parameters<typeof recordConsents>[1]) =>
  markAll(recordConsents(actor, form))

/** Closes many numbers, as `closeMany` does; lists and counts follow at once. */
export const closeManyEverywhere = (actor: Caller, form: Parameters<typeof closeMany>[1]) =>
  markAll(closeMany(actor, form))
