import { markAppointmentsWith } from '../appointments/service.ts'
import { markContractsWith } from '../contracts/service.ts'
import { closeNumber, judgeClosings, liftNumber, markLeadsWith } from '../leads/service.ts'
import { confirmConsent, recordConsent, setLegalForm, setLegalForms, withdrawConsent } from '../numbers/service.ts'
import type { Caller } from '../platform/actor.ts'

/** Corrects the marks of all records with these numbers; lists and counts then follow at once. */
const markAll = (numbers: readonly string[]) =>
  Promise.all([markLeadsWith(numbers), markContractsWith(numbers), markAppointmentsWith(numbers)])

/** Closes the numbers in a text, as `closeNumber` does; the counts of contracts then follow at once. */
export async function closeNumberEverywhere(actor: Caller, form: Parameters<typeof closeNumber>[1]) {
  const closed = await closeNumber(actor, form)
  await markContractsWith(closed.result.numbers)
  return closed
}

/** Takes numbers off the do-not-call list, as `liftNumber` does; lists and counts follow at once. */
export async function liftNumberEverywhere(actor: Caller, form: Parameters<typeof liftNumber>[1]) {
  const lifted = await liftNumber(actor, form)
  await markAll(lifted.result.numbers)
  return lifted
}

/** Confirms or reopens provisional closings, as `judgeClosings` does; the counts of contracts then follow at once. */
export async function judgeClosingsEverywhere(actor: Caller, form: Parameters<typeof judgeClosings>[1]) {
  const judged = await judgeClosings(actor, form)
  await markContractsWith(form.numbers)
  return judged
}

/** Marks the records with a number after a change of its consents; passes the change on. */
async function markingAll<T extends { readonly result: { readonly number: string } }>(change: Promise<T>): Promise<T> {
  const changed = await change
  await markAll([changed.result.number])
  return changed
}

/** Records a consent, as `recordConsent` does; lists and counts follow at once. */
export const recordConsentEverywhere = (actor: Caller, form: Parameters<typeof recordConsent>[1]) =>
  markingAll(recordConsent(actor, form))

/** Withdraws a consent, as `withdrawConsent` does; lists and counts follow at once. */
export const withdrawConsentEverywhere = (actor: Caller, id: string, form: Parameters<typeof withdrawConsent>[2]) =>
  markingAll(withdrawConsent(actor, id, form))

/** Confirms a consent, as `confirmConsent` does; lists and counts follow at once. */
export const confirmConsentEverywhere = (actor: Caller, id: string) => markingAll(confirmConsent(actor, id))

/** Sets the legal form of a number, as `setLegalForm` does; lists and counts follow at once. */
export async function setLegalFormEverywhere(actor: Caller, number: string, form: Parameters<typeof setLegalForm>[2]) {
  const set = await setLegalForm(actor, number, form)
  await markAll([number])
  return set
}

/** Sets or takes back legal forms of numbers, as `setLegalForms` does; lists and counts follow at once. */
export async function setLegalFormsEverywhere(actor: Caller, form: Parameters<typeof setLegalForms>[1]) {
  const set = await setLegalForms(actor, form)
  await markAll(set.result.numbers)
  return set
}
