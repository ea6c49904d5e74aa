import { OpenBasis, openBasisAttribute } from '../api/parts/contact-basis.ts'
import {
  Consent,
  DoNotCall,
  GivenConsent,
  instant,
  text as optionalText,
  orNull,
  requireText,
} from '../api/parts/fields.ts'
import { MayCall } from '../api/parts/may-call.ts'
import { leadStatuses, leadStatusLabels, priorities, priorityLabels } from '../api/parts/statuses.ts'
import { energyTypeLabels, energyTypes } from '../api/parts/trade.ts'
import { callStates, consentWays } from '../numbers/states.ts'
import { own, ownBoth } from '../values/field.ts'
import {
  attributes,
  choice,
  control,
  day,
  email,
  kept,
  keptReference,
  lines,
  measured,
  moment,
  person,
  phone,
  postcode,
  requiredText,
  sentInChange,
  shown,
  stored,
  text,
  textOrNone,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { leadStatus } from './choices.ts'

const { must, optional, number, optionalNumber } = attributes

/** A lead: a customer who may want a contract, with one owner who follows it up. */
export const lead = record(
  {
    noun: { the: 'de', one: 'lead', many: 'leads' },
    groups: ['customer', 'address', 'contract', 'usage', 'followUp', 'consent', 'notes'],
    cards: ['customer', 'contract', 'followUp', 'consent', 'notes'],
  },
  {
    id: kept(z.string(), must),
    version: kept(z.int(), number),
    /** Order of the list (rulings 31); it does not change as days pass. */
    rank: stored(must),
    customerName: requiredText('Klantnaam is verplicht', {
      label: 'Klantnaam',
      short: 'Klant',
      ...ownBoth('customer'),
    }),
    companyName: text({ label: 'Bedrijfsnaam', short: 'Bedrijf', form: 'customer', card: own('customer') }),
    customerPhone: phone({
      label: 'Telefoonnummer',
      short: 'Telefoon',
      column: 'own',
      form: 'customer',
      card: own('customer'),
    }),
    /** Person who gave the record its present phone number; absent for its maker. */
    phoneBy: stored(optional),
    customerEmail: email({ label: 'E-mailadres', short: 'E-mail', form: 'customer', card: own('customer') }),
    postalCode: postcode({ label: 'Postcode', form: 'address', card: own('customer') }),
    houseNumber: text({ label: 'Huisnummer', form: 'address', card: own('customer') }, 20),
    address: text({ label: 'Adres', form: 'address', card: own('customer') }),
    city: text({ label: 'Plaats', form: 'address', card: own('customer') }),
    currentSupplier: text({ label: 'Huidige leverancier', form: 'contract', card: 'contract' }),
    contractEndDate: day({ label: 'Einddatum contract', form: 'contract', card: own('contract') }),
    energyType: choice(energyTypes, energyTypeLabels, 'Kies een energietype', {
      label: 'Energietype',
      form: own('contract'),
      card: 'contract',
    }),
    monthlyAmount: measured('amount', { label: 'Maandbedrag', form: 'usage', card: 'contract' }),
    consumption: measured('usage', { label: 'Verbruik (kWh/jaar)', form: 'usage', card: own('contract') }),
    status: {
      ...choice(leadStatuses, leadStatusLabels, '', { label: 'Status', form: null, card: own('followUp') }),
      typed: leadStatus.optional(),
    },
    /** Status of the lead before its `sales`; removed when somebody sets another status. */
    statusBefore: stored({ type: leadStatuses }),
    priority: choice(priorities, priorityLabels, 'Kies een prioriteit', {
      label: 'Prioriteit',
      ...ownBoth('followUp'),
    }),
    ownerId: {
      ...keptReference('/api/users'),
      changed: requireText('Eigenaar is verplicht', 128).meta({ 'x-refers-to': '/api/users' }).optional(),
    },
    owner: person({ label: 'Eigenaar', card: own('followUp') }),
    teamId: kept(orNull(z.int()), optionalNumber),
    teamKey: stored(must),
    createdBy: kept(z.string(), must),
    /** Moment to call the customer back; null without one. */
    callBackAt: moment({ label: 'Terugbellen', form: null, card: 'followUp', column: 'own' }),
    /** Sort key of the indexes of call-backs: `callBackAt` with the id. Absent without a call-back. */
    callKey: stored(optional),
    /** Id of the owner, for the index of somebody's call-backs. Absent without a call-back. */
    callOwner: stored(optional),
    lastCall: kept(orNull(z.object({ at: instant, note: z.string() })), {
      type: 'map',
      properties: { at: must, note: must },
    }),
    /** Time in which the lead may be called because the customer called us, or asked to be called back (market 67d). */
    openBasis: kept(orNull(OpenBasis), openBasisAttribute),
    source: text({ label: 'Bron', form: 'followUp', card: 'followUp' }),
    callBackDate: control({
      label: 'Terugbellen op',
      format: 'day',
      column: 'own',
      history: 'callBackAt',
      form: 'followUp',
      card: null,
    }),
    callBackTime: control({
      label: 'Tijd',
      format: 'time',
      column: 'own',
      history: 'callBackAt',
      form: 'followUp',
      card: null,
    }),
    createdAt: {
      ...kept(instant, must),
      field: { label: 'Aangemaakt', format: 'moment', history: null, card: 'followUp' },
    },
    /** Id of the last appointment that was booked for the lead. */
    appointmentId: {
      ...textOrNone,
      field: { label: 'Afspraak', format: 'own', card: own('followUp'), column: 'none' },
    },
    consent: {
      ...kept(orNull(Consent), { type: 'map', properties: { source: must, date: must } }),
      typed: GivenConsent.nullish(),
      field: { label: 'Toestemming', format: 'own', form: null, card: own('consent'), column: 'own' },
    },
    consentSource: control({
      label: 'Toestemming gegeven via',
      column: 'own',
      history: 'consent',
      form: 'consent',
      card: null,
    }),
    consentDate: control({
      label: 'Toestemming op',
      format: 'day',
      column: 'own',
      history: 'consent',
      form: 'consent',
      card: null,
    }),
    /**
     * True when the customer does not want to be called. This is stored for the phone number, not for the lead (rulings
     * 32).
     */
    doNotCall: {
      typed: z
        .boolean()
        .meta({ examples: [false] })
        .optional(),
      shown: z.boolean(),
      field: {
        label: 'Wil niet gebeld worden',
        format: 'flag',
        column: 'own',
        ...ownBoth('consent'),
      },
    },
    /** Source of the request not to call; kept with the number. */
    doNotCallSource: {
      typed: optionalText(200, { 'x-not-stored': true }),
      field: { label: 'Hoe is dat doorgegeven?', column: 'none', form: own('consent'), card: null },
    },
    /** Reason to call a number again; only an admin lifts the block (rulings 32). */
    doNotCallLiftReason: sentInChange(optionalText(500, { 'x-not-stored': true })),
    doNotCallSince: shown(orNull(DoNotCall)),
    /**
     * State of the number as lists and counters know it (decision 44): absent for a number without consent. `callUntil` is
     * the last day of the consent, `callSource` how it was given.
     */
    callState: stored({ type: callStates }),
    callUntil: stored(optional),
    callSource: stored({ type: consentWays }),
    /** State of the number today for a call with an offer (market 67). */
    mayCall: shown(MayCall),
    /** Set for an open lead that may be called, whose contract ends within 7 calendar months or ended (rulings 31). */
    isUrgent: shown(z.boolean()),
    notes: lines(4000, { label: 'Notities', ...ownBoth('notes') }),
    /** Last upload that changed the lead. */
    uploadId: stored(optional),
    /** Traces of uploads, which their undo reads; see `spreadsheets/imports/tracing.ts`. */
    madeBy: stored({ type: 'map', properties: { uploadId: must, window: number } }),
    touched: stored({ type: 'map', properties: { uploadId: must, since: number, window: number, version: number } }),
    former: stored({ type: 'any' }),
    /** Ids of the lead's sales, except rejected ones. */
    sales: stored({ type: 'list', items: optional }),
    /** Id of the latest sale that was registered for the lead and not rejected. */
    saleId: textOrNone,
    /** Id of the expiring contract from which the lead was made (rulings 58). */
    contractId: textOrNone,
    updatedAt: kept(instant, must),
  },
)

/** Words and places of the fields of a lead. */
export const leadFields = lead.fields
