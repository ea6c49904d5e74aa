import * as z from 'zod'
import { localTime, optionalDate, text } from '../../../shared/api/parts/fields.ts'
import { leadFields } from '../../../shared/leads/record.ts'
import { type Lead, NewLead } from '../../../shared/leads/schemas.ts'
import { isRefusal, REFUSAL_MESSAGE } from '../../../shared/refusal.ts'
import { type Instant, instantIn, type LocalDate, localDateOf, localTimeOf } from '../../../shared/time.ts'
import { differencesOf } from '../../records/differences.ts'
import { formatFieldValue, formLabelsOf, formValuesOf } from '../../records/field-values.ts'

const NOON = '12:00'

/**
 * Schema of the lead form. It has no status (spec §4) and no owner, and splits consent and call-back into a field for
 * each part. Only the form of a new lead asks whether the number may be called; `ConsentSection` changes that later.
 */
export const LeadForm = NewLead.omit({ status: true, consent: true, callBackAt: true, ownerId: true })
  .extend({
    callBackDate: optionalDate,
    callBackTime: z.union([z.literal(''), localTime()]),
    consentSource: text(),
    consentDate: optionalDate,
  })
  .superRefine(({ callBackDate, callBackTime, consentSource, consentDate }, context) => {
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (callBackTime && !callBackDate) missing('callBackDate', 'Kies ook de dag waarop je terugbelt')
    if (consentDate && !consentSource) missing('consentSource', 'Vul in hoe de toestemming is gegeven')
    if (isRefusal(consentSource ?? '')) missing('consentSource', REFUSAL_MESSAGE)
    if (consentSource && !consentDate) missing('consentDate', 'Kies de dag waarop de toestemming is gegeven')
  })

export type FormValues = z.input<typeof LeadForm>
export type CheckedForm = z.output<typeof LeadForm>

/** Returns the form values of a lead; for null those of a new lead, with the defaults of spec §4. */
export const valuesOf = (lead: Lead | null): FormValues => ({
  ...formValuesOf<FormValues>(leadFields, { energyType: 'gas_stroom', priority: 'medium', ...lead }),
  callBackDate: lead?.callBackAt ? localDateOf(lead.callBackAt as Instant) : '',
  callBackTime: lead?.callBackAt ? localTimeOf(lead.callBackAt as Instant) : '',
  consentSource: lead?.consent?.source ?? '',
  consentDate: lead?.consent?.date ?? '',
  doNotCall: false,
})

/**
 * Returns the instant of a date and time in Amsterdam, at noon without a time; null without a date. Throws
 * `NonexistentTimeError` for a time in the hour that is skipped when summer time begins.
 */
export const momentOf = (date: string | null | undefined, time: string | null | undefined): string | null =>
  date ? instantIn(date as LocalDate, time || NOON) : null

/**
 * Returns the request body that creates or changes a lead. Only the body of a new lead can mark its number as
 * do-not-call.
 */
export function bodyOf(
  { callBackDate, callBackTime, consentSource, consentDate, ...values }: CheckedForm,
  isNew: boolean,
) {
  const { doNotCall, doNotCallSource, ...fields } = values
  return {
    ...fields,
    callBackAt: momentOf(callBackDate, callBackTime),
    consent: consentSource && consentDate ? { source: consentSource, date: consentDate } : null,
    ...(isNew && doNotCall ? { doNotCall, doNotCallSource } : {}),
  }
}

/** Returns the fields that differ between two states of a lead, each with its new value, as `Prioriteit: Hoog`. */
export function findChangedFields(before: Lead, after: Lead): string[] {
  const now = valuesOf(after)
  const changed = differencesOf(formLabelsOf(leadFields), valuesOf(before), now, (name) =>
    formatFieldValue(leadFields[name], now[name]),
  )
  return before.ownerId === after.ownerId
    ? changed
    : [...changed, `${leadFields.owner.label}: ${formatFieldValue(leadFields.owner, after.owner)}`]
}
