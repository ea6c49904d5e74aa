import { LONGEST_CUSTOMER_ID } from '../customer-id.ts'
import { RetentionSettings, StandingRetention } from '../erasures/settings.ts'
import * as z from '../zod.ts'
import { creation, domain, file, get, none, ok, page, paging, post, put, remove } from './parts/endpoint.ts'
import { instant, orNull, person, requireText } from './parts/fields.ts'
import { OwnerProof } from './schemas/account.ts'

/** Kinds of record that are erased. The fee of an appointment is erased with the appointment. */
export const erasedTypes = ['appointment', 'lead', 'contract', 'sale', 'commission', 'user'] as const
export type ErasedType = (typeof erasedTypes)[number]

/** Maximum number of records of one erasure. */
export const MAX_ERASED = 100

/** Part that stays: the name of a record, or all of it; `until` is null when the day is not known yet. */
const Stay = z.object({ what: z.enum(['name', 'all']), until: orNull(z.iso.date()), why: z.string() })

/** Record of a customer or person that is, or will be, erased. */
const Found = z.object({
  type: z.enum(erasedTypes),
  id: z.string(),
  name: z.string(),
  date: z.iso.date(),
  stays: orNull(Stay),
})
export type FoundRecord = z.output<typeof Found>

/** Id of a customer (`tel-…`, `mail-…` or `adres-…`) or of a user. */
const about = requireText('Vul een nummer, adres of medewerker in', LONGEST_CUSTOMER_ID).meta({ 'x-not-stored': true })
const aboutQuery = z.object({ about })

/** Outcomes for a record: erased, only its name stays, or all of it stays; null before the erasure. */
const outcomes = ['erased', 'name', 'all'] as const
export type Outcome = (typeof outcomes)[number]

export const Erasure = z.object({
  id: z.string(),
  state: z.enum(['waiting', 'partly', 'done', 'withdrawn']),
  /** Name of the customer or person; null once it was erased or withdrawn. */
  name: orNull(z.string()),
  askedBy: person,
  askedAt: instant,
  /** Day on which the erasure starts, or is repeated for what stayed; null when there is none. */
  dueOn: orNull(z.iso.date()),
  /** Moment of the last run. */
  doneAt: orNull(instant),
  items: z.array(
    z.object({
      type: z.enum(erasedTypes),
      id: z.string(),
      date: z.iso.date(),
      outcome: orNull(z.enum(outcomes)),
      until: orNull(z.iso.date()),
      why: orNull(z.string()),
    }),
  ),
})
export type Erasure = z.output<typeof Erasure>

/** Body of a new erasure: the records of a customer or person, with the password and a code of the admin. */
export const ErasureForm = OwnerProof.extend({
  about,
  ids: z
    .array(z.string().min(1).max(128))
    .min(1, 'Kies minstens één gegeven')
    .max(MAX_ERASED, `Kies hoogstens ${MAX_ERASED} gegevens`)
    .meta({ 'x-not-stored': true }),
})

const shownKinds = [
  'appointment',
  'commission',
  'contract',
  'customer',
  'lead',
  'login',
  'question',
  'sale',
  'user',
] as const

export const erasures = domain({
  find: get('/api/erasures/found', {
    summary: 'Records of a customer or person, with what must stay and why',
    allow: 'erasure:manage',
    shows: [...shownKinds, 'book', 'run'],
    query: aboutQuery,
    result: ok(z.object({ records: z.array(Found), isComplete: z.boolean() })),
  }),
  file: get('/api/erasures/file', {
    summary: 'Everything that is stored about a customer or person, in one file (JSON); audited',
    allow: 'erasure:manage',
    shows: [...shownKinds, 'book', 'consent', 'doNotCall', 'hourlyRate', 'hours', 'run'],
    query: aboutQuery,
    result: file('application/json; charset=utf-8'),
  }),
  list: get('/api/erasures', {
    summary: 'Erasures, newest first, with what stayed and why',
    allow: 'erasure:manage',
    shows: ['erasure', 'user'],
    query: z.object(paging),
    result: page(Erasure),
  }),
  create: post('/api/erasures', {
    summary: 'Erase records of a customer or person, in the coming night',
    allow: 'erasure:manage',
    changes: ['erasure', 'login', 'user'],
    idempotent: true,
    body: ErasureForm,
    result: creation(z.object({ id: z.string(), dueOn: z.iso.date() })),
  }),
  settings: get('/api/erasures/settings', {
    summary: 'Months after which unused records are erased, by their kind',
    allow: 'erasure:manage',
    shows: ['settings'],
    result: ok(StandingRetention),
  }),
  changeSettings: put('/api/erasures/settings', {
    summary: 'Change the months after which unused records are erased, by their kind',
    allow: 'erasure:manage',
    changes: ['settings'],
    ifMatch: true,
    body: RetentionSettings,
    result: ok(StandingRetention),
  }),
  withdraw: remove('/api/erasures/{id}', {
    summary: 'Withdraw an erasure before its night',
    allow: 'erasure:manage',
    changes: ['erasure'],
    keepsRecord: true,
    result: none,
  }),
})
