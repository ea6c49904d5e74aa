import { isKvk, normaliseKvk } from '../../identifiers.ts'
import { legalForms } from '../../numbers/legal-forms.ts'
import { callGates } from '../../numbers/states.ts'
import * as z from '../../zod.ts'
import { GateInForce, NumberForm, NumberState } from './calling.ts'
import { get, ok, post, put } from './endpoint.ts'
import { localDate, orNull, text } from './fields.ts'
import { changedNumbers, manyNumbers, modeOfMany } from './many-numbers.ts'

const numberParam = z.object({
  number: z
    .string()
    .min(1)
    .max(40)
    .meta({ examples: ['06 98765432'] }),
})

const WHOLE_MONTHS = 'Vul een heel aantal maanden in, van 1 tot en met 60'
const WHOLE_YEARS = 'Vul een heel aantal jaren in, van 1 tot en met 10'
const months = z.int(WHOLE_MONTHS).min(1, WHOLE_MONTHS).max(60, WHOLE_MONTHS)

/** Settings of calls: how the office applies the law (market 67). */
export const CallingSettings = z.object({
  gate: z.enum(callGates, 'Kies uit, waarschuwen of blokkeren').meta({ examples: ['warn'] }),
  /** Day from which the gate holds; null while no day is chosen. */
  callGateFrom: localDate().nullable(),
  /** Reason to call on with a warning; needed for a gate that begins to warn. */
  warnReason: text(300),
  /** Months that a consent holds when its text names no term. */
  consentMonths: months,
  /** Months in which the first call must follow when the text names no term. */
  firstCallMonths: months,
  /** Years that consents are kept after the last call on them. */
  keepYears: z.int(WHOLE_YEARS).min(1, WHOLE_YEARS).max(10, WHOLE_YEARS),
})
export type CallingSettings = z.output<typeof CallingSettings>

export const StandingCallingSettings = CallingSettings.extend({
  version: z.int(),
  callGateFrom: orNull(z.iso.date()),
  warnReason: orNull(z.string()),
  /** Last day of the warning, after which calls without right are blocked. */
  warnUntil: orNull(z.iso.date()),
  /** Gate that holds today. */
  inForce: z.enum(callGates),
})

const legalForm = z.enum(legalForms, 'Kies een rechtsvorm')

/** Legal form of a number as people set it. */
export const SetLegalForm = z.object({
  legalForm,
  kvkNumber: text(20, { examples: ['12345678'] })
    .transform((value) => value && normaliseKvk(value))
    .refine((value) => !value || isKvk(value), 'Een KvK-nummer heeft 8 cijfers'),
  company: text(200),
})

/** Endpoints about numbers: whether these may be called, and whose they are. */
export const numbers = {
  mayCall: get('/api/numbers/{number}/may-call', {
    summary:
      'Whether a number may be called, with an offer and about what runs; with `opens` also who has it open to call; 60 a minute',
    allow: 'customer:recognise',
    shows: ['appointment', 'commission', 'consent', 'customer', 'doNotCall', 'sale', 'settings'],
    params: numberParam,
    query: z.object({ opens: z.literal('true').optional() }),
    result: ok(NumberState),
  }),
  gate: get('/api/numbers/gate', {
    summary: 'What happens today with calls without right: nothing, a warning or a refusal',
    allow: 'customer:recognise',
    shows: ['settings'],
    result: ok(GateInForce),
  }),
  setLegalForm: put('/api/numbers/{number}/legal-form', {
    summary: 'Set the legal form of whoever has a number; refused for a number of a natural person; audited',
    allow: 'customer:consent',
    changes: ['consent'],
    later: ['appointment', 'contract', 'lead'],
    params: numberParam,
    body: SetLegalForm,
    result: ok(NumberForm),
  }),
  setLegalForms: post('/api/numbers/legal-forms', {
    summary: 'Set legal forms of at most 30 numbers that have none, only check that, or undo it within ten minutes',
    allow: 'calling:manage',
    changes: ['consent'],
    later: ['appointment', 'contract', 'lead'],
    joinsAction: true,
    body: z.object({
      forms: manyNumbers.listOf(numberParam.extend({ legalForm, company: text(200) })),
      mode: modeOfMany,
    }),
    result: changedNumbers,
  }),
  closeMany: post('/api/numbers/close-many', {
    summary: 'Put at most 30 numbers on the do-not-call list, only check that, or undo it within ten minutes',
    allow: 'calling:manage',
    changes: ['doNotCall'],
    later: ['appointment', 'contract', 'lead'],
    joinsAction: true,
    body: z.object({
      numbers: manyNumbers.listOf(manyNumbers.number),
      source: text(200, { 'x-not-stored': true }),
      mode: modeOfMany,
    }),
    result: changedNumbers,
  }),
  calling: get('/api/settings/calling', {
    summary: 'Settings: what is refused of calls without consent, and how long consents hold',
    allow: 'calling:manage',
    shows: ['settings'],
    result: ok(StandingCallingSettings),
  }),
  changeCalling: put('/api/settings/calling', {
    summary: 'Change the settings of calls; a gate that holds is not switched off, and a warning ends after 30 days',
    allow: 'calling:manage',
    changes: ['settings'],
    ifMatch: true,
    body: CallingSettings,
    result: ok(StandingCallingSettings),
  }),
} as const
