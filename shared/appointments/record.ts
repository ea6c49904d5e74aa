import { roles } from '../access.ts'
import { basisLabels, ContactBasis, KeptBasis } from '../api/parts/contact-basis.ts'
import { Consent, DoNotCall, instant, localDate, localTime, orNull } from '../api/parts/fields.ts'
import { MayCall } from '../api/parts/may-call.ts'
import { appointmentStatuses } from '../api/parts/statuses.ts'
import { marketLabels, markets } from '../api/parts/trade.ts'
import { callStates, consentWays } from '../numbers/states.ts'
import { own, ownBoth } from '../values/field.ts'
import {
  attributes,
  choice,
  control,
  email,
  kept,
  keptReference,
  lines,
  measured,
  person,
  postcode,
  requiredPhone,
  requiredText,
  sent,
  sentInChange,
  shown,
  standard,
  stored,
  team,
  text,
  textOrNone,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { status, statusLabels } from './choices.ts'

const { must, optional, number, optionalNumber, flag } = attributes

/** An appointment of an agent with a customer; date and time are wall time in Amsterdam (rulings 24). */
export const appointment = record(
  {
    noun: { the: 'de', one: 'afspraak', many: 'afspraken' },
    groups: ['customer', 'appointment', 'more'],
    cards: ['customer', 'address', 'appointment', 'energy', 'notes'],
  },
  {
    ...standard,
    customerName: requiredText('Klantnaam is verplicht', {
      label: 'Klantnaam',
      short: 'Klant',
      ...ownBoth('customer'),
    }),
    customerPhone: requiredPhone({ label: 'Telefoonnummer', short: 'Telefoon', column: 'own', ...ownBoth('customer') }),
    /** Person who gave the record its present phone number; absent for its maker. */
    phoneBy: stored(optional),
    customerEmail: email({ label: 'E-mailadres', short: 'E-mail', ...ownBoth('customer') }),
    companyName: text({ label: 'Bedrijfsnaam', short: 'Bedrijf', form: own('more'), card: own('customer') }),
    type: choice(markets, marketLabels, 'Kies particulier of zakelijk', {
      label: 'Type',
      form: own('more'),
      card: 'customer',
    }),
    appointmentDate: {
      ...{ typed: localDate('Datum is verplicht'), shown: instant },
      field: {
        ...{ label: 'Datum', format: 'day', column: 'own', history: 'start' },
        ...{ ...ownBoth('appointment'), card: null },
      },
    },
    appointmentTime: {
      typed: localTime('Tijd is verplicht'),
      field: {
        ...{ label: 'Tijd', format: 'time', column: 'own', history: 'start' },
        ...{ ...ownBoth('appointment') },
      },
    },
    /** Start, ISO 8601 in UTC. */
    start: { stored: must, field: { label: 'Datum en tijd', format: 'moment', card: null, column: 'none' } },
    /** Date of the start in Amsterdam, `yyyy-mm-dd`. */
    date: stored(must),
    /** Month of that date, `yyyy-mm`. */
    month: stored(must),
    teamId: {
      ...kept(z.int(), number),
      field: { label: 'Team', format: 'own', history: 'team', form: own('more'), card: null, column: 'none' },
    },
    agentId: {
      ...keptReference('/api/users/agents'),
      field: { label: 'Toewijzen aan agent', history: 'agent', form: own('appointment'), card: null, column: 'none' },
    },
    /** An unknown stored status is shown as planned. */
    status: {
      ...choice(appointmentStatuses, statusLabels, '', { label: 'Status', column: 'own', ...ownBoth('appointment') }),
      ...{ typed: status.optional(), shown: z.enum(appointmentStatuses).catch('scheduled') },
    },
    postalCode: postcode({ label: 'Postcode', form: own('customer'), card: own('address') }),
    houseNumber: text({ label: 'Huisnummer', form: own('customer'), card: own('address') }, 20),
    address: text({ label: 'Adres', form: 'more', card: own('address') }),
    city: text({ label: 'Plaats', form: 'more', card: own('address') }),
    currentSupplier: text({ label: 'Huidige leverancier', form: 'more', card: 'energy' }),
    monthlyAmount: measured('amount', { label: 'Maandbedrag', form: own('more'), card: own('energy') }),
    consumption: measured('usage', { label: 'Verbruik (kWh/jaar)', form: own('more'), card: own('energy') }),
    notes: lines(4000, { label: 'Notities', form: own('more'), card: own('notes') }),
    /** Reason for the booking on a do-not-call number (rulings 32). */
    doNotCallReason: text({ label: 'Reden om toch te boeken', form: null, card: own('customer'), column: 'none' }),
    /** Reason why the customer might be called; null for bookings from before it was asked (market 67d). */
    contactBasis: {
      ...{ typed: ContactBasis.optional(), shown: orNull(KeptBasis) },
      field: { label: 'Grondslag', format: 'own', form: null, card: own('customer'), column: 'own' },
    },
    basisKind: control({
      label: 'Waarom mag je bellen?',
      format: basisLabels,
      column: 'none',
      history: 'contactBasis',
      form: own('customer'),
      card: null,
    }),
    basisNote: control({
      label: 'Toelichting',
      column: 'none',
      history: 'contactBasis',
      form: own('customer'),
      card: null,
    }),
    /** Day since when the customer's number must not be called; null where it may be called (rulings 32). */
    doNotCallSince: shown(orNull(DoNotCall)),
    /** True to book although the agent has another appointment then; the appointment then holds no time. */
    bookAnyway: sent(z.literal(true).optional().meta({ 'x-not-stored': true })),
    /** True when the screen offers an undo. The mail about a move or cancellation then waits until the offer ends. */
    undoable: sentInChange(z.literal(true).optional().meta({ 'x-not-stored': true })),
    /** Moment when the agent arrived at the customer, as the agent noted it; never in the future. */
    arrivedAt: {
      changed: instant.meta({ examples: ['2026-10-05T09:00:00.000Z', '2026-10-06T09:00:00.000Z'] }).nullish(),
      ...{ stored: optional, shown: orNull(instant) },
      field: { label: 'Aangekomen', format: 'moment', card: 'appointment', column: 'none' },
    },
    agent: person({ label: 'Agent', card: own('appointment') }),
    caller: person({
      ...{ label: 'Gebeld door', history: null, card: own('appointment'), list: { width: 132, dropOrder: 1 } },
    }),
    team: team({ label: 'Team', card: own('appointment') }),
    createdBy: kept(z.string(), must),
    /** Id of the lead that the appointment was booked for. */
    leadId: textOrNone,
    /** Id of the contract that the appointment was booked for, directly or through its lead. */
    contractId: textOrNone,
    /** Consent of the customer at the time of booking, if the appointment was booked for a lead. */
    consent: kept(orNull(Consent), { type: 'map', properties: { source: must, date: must } }),
    /** State of the number as lists know it (decision 44); see leads. */
    callState: stored({ type: callStates }),
    callUntil: stored(optional),
    callSource: stored({ type: consentWays }),
    /** State of the number today for a call with an offer (market 67). */
    mayCall: shown(MayCall),
    /** Id of the last sale that was registered for the appointment. After a rejected sale, another one may follow. */
    saleId: textOrNone,
    /** True when the sale in `saleId` was rejected. */
    saleRejected: kept(z.boolean().default(false), { type: 'boolean' }),
    /**
     * Person who gave the appointment a status that says it took place (sale, no-sale or quote-sent), with their role.
     * If this is the booker, the next other person who sets such a status replaces the booker. That confirms the
     * booker's fee (rulings 36).
     */
    heldBy: stored({ type: 'map', properties: { id: must, role: { type: roles, required: true } } }),
    /**
     * True when only the caller who booked the appointment marked it as held. The fee waits until somebody else does
     * (decision 78).
     */
    toConfirm: shown(z.boolean()),
    /**
     * The agent's time: `held` by this appointment alone, or `shared` with another one on purpose. Absent when it was
     * cancelled or booked before such times were held.
     */
    slot: stored({ type: ['held', 'shared'] }),
    /** Number for calendar programs (absent: 0); each move, cancellation, reactivation and restoration raises it. */
    sequence: stored(optionalNumber),
    /** Moment of the booking, or of the last move or reactivation (absent: as `createdAt`). */
    plannedAt: stored(optional),
    confirmationSent: kept(z.boolean(), flag),
    reminderSent: kept(z.boolean(), flag),
  },
)

/** Words and places of the fields of an appointment; its date and time are one field in the history. */
export const appointmentFields = appointment.fields
