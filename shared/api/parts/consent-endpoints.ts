import { consentWays, verifications } from '../../numbers/states.ts'
import { isRefusal, REFUSAL_MESSAGE } from '../../refusal.ts'
import * as z from '../../zod.ts'
import { NumberForm, RecordedConsent } from './calling.ts'
import { creation, get, ok, post } from './endpoint.ts'
import { DoNotCall, lines, localDate, orNull, requireText, text } from './fields.ts'
import { changedNumbers, manyNumbers, modeOfMany } from './many-numbers.ts'

/** Maximum number of suppliers that a consent names. */
const MOST_CALLERS = 20

const askedNumber = requireText('Vul het telefoonnummer in', 200).meta({ examples: ['06 98765432'] })

/** A consent as people record it. Without text, or with neither proof nor a check, it is without proof. */
export const NewConsent = z.object({
  number: askedNumber,
  name: text(200),
  callers: z.array(requireText('Vul de leverancier in', 100)).max(MOST_CALLERS).optional(),
  givenBy: z.enum(consentWays, 'Kies hoe de toestemming is gegeven'),
  givenAt: localDate('Vul in wanneer de toestemming is gegeven').meta({ examples: ['2026-11-02'] }),
  /** Words that the customer agreed to, as they read or heard them. */
  text: lines(2000).refine((value) => !value || !isRefusal(value), REFUSAL_MESSAGE),
  /** Address or name of the file that shows it. */
  proof: text(500),
  /** Key of the uploaded file that shows it, which the consent then has as `file`. */
  fileKey: text(100, { 'x-not-stored': true }),
  verified: z.enum(verifications, 'Kies hoe het is gecontroleerd').optional(),
  /** Last day of the first call, where the text names one. */
  firstCallBy: localDate().nullish(),
  /** Last day of the consent, where the text names one. */
  until: localDate().nullish(),
  /** Name of the list from which it comes. */
  listId: text(100),
})
export type NewConsent = z.output<typeof NewConsent>

/** Consent that an admin records for many numbers, such as those of one list. */
export const ConsentOfMany = NewConsent.omit({ number: true, name: true, fileKey: true })
export type ConsentOfMany = z.output<typeof ConsentOfMany>

/** Endpoints about consents to be called: recorded and withdrawn, never edited (market 67b). */
export const consents = {
  recordConsent: post('/api/consents', {
    summary: 'Record a consent to be called; without proof seen by a team leader or admin it does not count yet',
    allow: 'customer:consent',
    // A consent of a closed number is listed with the do-not-call list.
    changes: ['consent', 'doNotCall'],
    later: ['appointment', 'contract', 'lead'],
    idempotent: true,
    body: NewConsent,
    result: creation(RecordedConsent),
  }),
  recordConsents: post('/api/consents/many', {
    summary: 'Record one consent for at most 30 numbers, only check that, or undo it within ten minutes',
    allow: 'calling:manage',
    changes: ['consent'],
    later: ['appointment', 'contract', 'lead'],
    joinsAction: true,
    body: z.object({ numbers: manyNumbers.listOf(manyNumbers.number), consent: ConsentOfMany, mode: modeOfMany }),
    result: changedNumbers,
  }),
  listConsents: get('/api/consents', {
    summary: 'Consents, legal form and closing of a number; free texts for whoever has a record with it',
    allow: 'customer:consent',
    shows: ['consent', 'customer', 'doNotCall'],
    query: z.object({ number: askedNumber }),
    result: ok(
      z.object({
        number: z.string(),
        /** Consents of the number, latest first. */
        consents: z.array(RecordedConsent),
        legalForm: orNull(NumberForm),
        doNotCall: DoNotCall.nullable(),
      }),
    ),
  }),
  withdrawConsent: post('/api/consents/{id}/withdraw', {
    summary: 'Withdraw a consent, in whatever reach; `wrongNumber` ends all consents of its number',
    allow: 'customer:close',
    changes: ['consent'],
    later: ['appointment', 'contract', 'lead'],
    body: z.object({
      how: requireText('Vul in hoe de toestemming is ingetrokken', 200),
      wrongNumber: z.boolean().optional(),
    }),
    result: ok(RecordedConsent),
  }),
  confirmConsent: post('/api/consents/{id}/confirm', {
    summary: 'Confirm that the proof of a consent by somebody else was seen; from then on it counts',
    allow: 'customer:judge',
    changes: ['consent'],
    later: ['appointment', 'contract', 'lead'],
    result: ok(RecordedConsent),
  }),
} as const
