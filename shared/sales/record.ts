import {
  DoNotCall,
  freeText,
  identifier,
  instant,
  localDate,
  text as optionalText,
  orNull,
  person as personSchema,
  requireText,
} from '../api/parts/fields.ts'
import { MayCall } from '../api/parts/may-call.ts'
import { saleStatuses, saleStatusLabels } from '../api/parts/statuses.ts'
import {
  contractLengthLabels,
  contractLengths,
  energyTypeLabels,
  energyTypes,
  marketLabels,
  markets,
  providerLabels,
  providers,
} from '../api/parts/trade.ts'
import { confirmationKinds, coolingOffStates, saleChannelLabels, saleChannels } from '../cooling-off/cooling-off.ts'
import { isIban, isPlainCode, normaliseCode, normaliseEan, normaliseIban } from '../identifiers.ts'
import { own, ownBoth } from '../values/field.ts'
import {
  attributes,
  day,
  email,
  kept,
  keptReference,
  lines,
  person,
  personOrNone,
  reference,
  requiredChoice,
  requiredPhone,
  requiredPostcode,
  requiredText,
  shown,
  standard,
  stored,
  team,
  text,
  textOrNone,
} from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'
import { ChangedAfterApproval, EarlyRelease, Explanation, MAX_ADDRESSES, provider, Withdrawal } from './choices.ts'

const { must, optional, number, optionalNumber } = attributes

const usage = z
  .int('Vul een heel getal in')
  .min(0, 'Vul een getal van 0 of meer in')
  .max(100_000_000, 'Vul een kleiner getal in')
  .nullish()

const iban = identifier('IBAN is verplicht', 'Voer een geldig IBAN nummer in.', normaliseIban, isIban, {
  ...{ examples: ['NL91 ABNA 0417 1643 00', 'NL20 INGB 0001 2345 67'], 'x-masked': true },
})

/** 18 digits; a wrong check digit is a warning and no error. */
const ean = freeText(40)
  .meta({ examples: ['871687000000123456', '871687000000999990'] })
  .transform((value) => normaliseEan(value) || null)
  .refine((value) => value === null || /^\d{18}$/.test(value), 'Een EAN heeft 18 cijfers')
  .nullish()

/** Day that is never in the future, which the service checks. */
const pastDay = localDate().meta({ examples: ['2026-10-05', '2026-10-06'] })
const pastDayOrNone = z.union([z.literal('').transform(() => null), pastDay]).nullish()

/** Proof of the customer's written yes as people enter it. */
export const Confirmation = z.object({
  kind: z.enum(confirmationKinds, 'Kies een bewijs'),
  reference: optionalText(200),
  /** Key of the uploaded file that shows it; absent keeps the file that is there, null takes it away. */
  fileKey: optionalText(100),
})

const noneOr = orNull(z.string())

const eanValue = { typed: ean, stored: optional, shown: noneOr } as const
const eanField = { sees: 'personal', form: own('address'), card: own('addresses') } as const
const quantity = { typed: usage, stored: optionalNumber, shown: orNull(z.int()) } as const
const quantityField = { format: 'count', form: own('usage'), card: own('product') } as const

const places = {
  noun: { the: 'de', one: 'sale', many: 'sales' },
  groups: ['customer', 'address', 'product', 'usage', 'people', 'agreement', 'payment', 'notes'],
  cards: ['head', 'customer', 'addresses', 'product', 'agreement', 'commission', 'revenue'],
} as const

const inAddress = { form: 'address', card: own('addresses') } as const

const ofPlace = {
  postalCode: requiredPostcode({ label: 'Postcode', ...inAddress }),
  houseNumber: requiredText('Huisnummer is verplicht', { label: 'Huisnummer', ...inAddress }, 20),
  address: requiredText('Adres is verplicht', { label: 'Adres', ...inAddress }),
  city: requiredText('Plaats is verplicht', { label: 'Plaats', ...inAddress }),
  eanElectricity: { ...eanValue, field: { label: 'EAN stroom', ...eanField } },
  eanGas: { ...eanValue, field: { label: 'EAN gas', ...eanField } },
} as const
const place = record(places, ofPlace)
/** A further delivery address. */
export const AdditionalAddress = z.object(place.typed)
export type AdditionalAddress = z.output<typeof AdditionalAddress>

/** A sale: a contract that an agent sold, with its commission. */
export const sale = record(places, {
  ...standard,
  customerName: requiredText('Klantnaam is verplicht', { label: 'Klantnaam', short: 'Klant', ...ownBoth('customer') }),
  companyName: text({ label: 'Bedrijfsnaam', short: 'Bedrijf', form: 'customer', card: own('head') }),
  customerPhone: requiredPhone({
    label: 'Telefoonnummer',
    short: 'Telefoon',
    column: 'own',
    form: 'customer',
    card: own('customer'),
  }),
  /** Person who gave the record its present phone number; absent for its maker. */
  phoneBy: stored(optional),
  customerEmail: email({ label: 'E-mailadres', short: 'E-mail', form: 'customer', card: own('customer') }),
  /** Day since when the customer's number must not be called (rulings 32). */
  doNotCallSince: shown(orNull(DoNotCall)),
  /** Absent in a list that a person reads. */
  mayCall: shown(MayCall.optional()),
  market: requiredChoice(markets, marketLabels, 'Kies particulier of zakelijk', {
    label: 'Markt',
    form: own('customer'),
    card: own('head'),
  }),
  ...ofPlace,
  additionalAddresses: {
    typed: z.array(AdditionalAddress).max(MAX_ADDRESSES).optional(),
    stored: { type: 'list', required: true, items: { type: 'map', properties: place.stored } },
    shown: z.array(z.object(place.shown)),
    field: {
      ...{ label: 'Extra adressen', format: 'own', column: 'none' },
      ...{ form: own('address'), card: own('addresses') },
    },
  },
  provider: {
    ...requiredChoice(providers, providerLabels, '', { label: 'Leverancier', form: own('product'), card: 'product' }),
    typed: provider,
  },
  productType: requiredChoice(energyTypes, energyTypeLabels, 'Kies een product', {
    label: 'Product',
    form: own('product'),
    card: 'product',
  }),
  contractLength: requiredChoice(contractLengths, contractLengthLabels, 'Kies een looptijd', {
    label: 'Looptijd',
    form: own('product'),
    card: 'product',
  }),
  contractStartDate: day({ label: 'Begindatum contract', short: 'Startdatum', ...ownBoth('product') }),
  contractEndDate: day({ label: 'Einddatum contract', short: 'Einddatum', ...ownBoth('product') }),
  /** kWh a year. */
  electricityUsage: {
    ...quantity,
    field: { label: 'Stroomverbruik (kWh/jaar)', short: 'Stroom (kWh/jaar)', ...quantityField },
  },
  /** m³ a year. */
  gasUsage: {
    ...quantity,
    field: { label: 'Gasverbruik (m³/jaar)', short: 'Gas (m³/jaar)', ...quantityField },
  },
  /** Id of the seller; by default the user, if that is an agent or team leader. Agents register only their own sales. */
  agentId: {
    ...keptReference('/api/users/agents'),
    field: { label: 'Agent', history: 'agent', form: own('people'), card: null, column: 'none' },
  },
  /** Id of the caller, who called the customer. With `appointmentId`: absent, or the creator of the appointment. */
  callerId: {
    ...reference('/api/users'),
    field: { label: 'Gebeld door', history: 'caller', form: own('people'), card: null, column: 'none' },
  },
  /** Channel by which the customer agreed; `customer` for a sale from an appointment unless given (market 69b). */
  soldAt: {
    typed: z
      .union([z.literal('').transform(() => null), z.enum(saleChannels, 'Kies hoe de klant akkoord gaf')])
      .nullish(),
    stored: { type: saleChannels },
    shown: orNull(z.enum(saleChannels)),
    field: { label: 'Verkocht', format: saleChannelLabels, ...ownBoth('agreement') },
  },
  /** Day of the customer's written yes; never in the future. */
  confirmedAt: { ...day({ label: 'Schriftelijk akkoord op', ...ownBoth('agreement') }), typed: pastDayOrNone },
  /** Proof of the written yes. */
  confirmation: {
    typed: Confirmation.nullish(),
    stored: {
      type: 'map',
      properties: {
        kind: { type: confirmationKinds, required: true },
        reference: optional,
        fileKey: optional,
        filename: optional,
      },
    },
    shown: orNull(z.object({ kind: z.enum(confirmationKinds), reference: noneOr, fileKey: noneOr, filename: noneOr })),
    field: { label: 'Bewijs van akkoord', format: 'own', column: 'own', ...ownBoth('agreement') },
  },
  /** Day on which the customer was told about the bedenktijd and got the form; never in the future. */
  infoGivenAt: { ...day({ label: 'Bedenktijd verteld op', ...ownBoth('agreement') }), typed: pastDayOrNone },
  /** Tells for a business whether its address is mainly a home; unknown counts as yes (market 69a). */
  isHomeUse: {
    typed: z
      .boolean()
      .meta({ examples: [true, false] })
      .nullish(),
    stored: { type: 'boolean' },
    shown: orNull(z.boolean()),
    field: { label: 'Adres is (vooral) een woning', format: 'own', column: 'own', ...ownBoth('agreement') },
  },
  /** State of the bedenktijd (cooling-off period), computed from the fields above and the settings. */
  coolingOff: kept(orNull(z.enum(coolingOffStates)), { type: coolingOffStates }),
  /** Last day of the bedenktijd; null without one, and until it has started. */
  coolingOffUntil: kept(orNull(z.iso.date()), optional),
  /** Set when an admin let the sale be paid before the end of its bedenktijd. */
  earlyRelease: kept(orNull(EarlyRelease), { type: 'any' }),
  /** Caller in the key of the index; `NOBODY` without one. */
  callerKey: stored(must),
  /** IBAN, masked; the endpoint `reveal` returns the whole IBAN. */
  iban: {
    ...{ ...kept(z.string(), must), typed: iban },
    field: { label: 'IBAN', form: own('payment'), card: own('customer'), column: 'none' },
  },
  bankAccountHolder: {
    ...requiredText('Rekeninghouder is verplicht', {
      label: 'Rekeninghouder',
      sees: 'personal',
      form: own('payment'),
      card: 'customer',
    }),
    shown: orNull(z.string()),
  },
  salesDockId: {
    ...kept(z.string(), must),
    typed: requireText('SalesDock ID is verplicht', 60)
      .overwrite(normaliseCode)
      .refine(isPlainCode, 'Gebruik alleen gewone letters, cijfers en leestekens')
      .meta({ 'x-unique': true }),
    field: {
      ...{ label: 'SalesDock ID', format: 'code', list: { width: 124, dropOrder: 3 } },
      ...{ form: 'payment', card: own('head') },
    },
  },
  /** Day of selling: today unless given, and never in the future. */
  saleDate: {
    ...kept(z.iso.date(), must),
    typed: pastDay.optional(),
    field: { label: 'Datum sale', short: 'Datum', format: 'day', form: own('payment'), card: own('head') },
  },
  month: stored(must),
  notes: lines(4000, { label: 'Notities', form: 'notes', card: own('customer') }),
  status: {
    ...kept(z.enum(saleStatuses), { type: saleStatuses, required: true }),
    field: { label: 'Status', format: saleStatusLabels, card: own('head') },
  },
  rejectionReason: {
    ...textOrNone,
    field: { label: 'Reden', card: own('head'), column: 'none' },
  },
  /** Day on which the customer withdrew (Herroepen); a sale that was not invoiced or paid by then is rejected. */
  withdrawnAt: {
    ...kept(orNull(z.iso.date()), optional),
    field: { label: 'Herroepen op', format: 'day', card: own('head') },
  },
  withdrawal: kept(orNull(Withdrawal), { type: 'any' }),
  /** Key of the index of withdrawn sales; `NOBODY` for a sale that is not in it. */
  withdrawalKey: stored(must),
  agent: person({ label: 'Agent', card: own('commission') }),
  caller: personOrNone({ label: 'Gebeld door', short: 'Beller', card: own('commission') }),
  teamId: kept(z.int(), number),
  team: team({ label: 'Team', card: null }),
  /** Id of the appointment that led to the sale. */
  appointmentId: reference('/api/appointments'),
  leadId: reference('/api/leads'),
  contractId: reference('/api/contracts'),
  agentCommission: {
    ...shown(orNull(z.number())),
    field: { label: 'Agent commissie', format: 'money', card: own('commission'), column: 'own' },
  },
  callerCommission: {
    ...shown(orNull(z.number())),
    field: { label: 'Beller commissie', format: 'money', card: own('commission'), column: 'own' },
  },
  totalCommission: shown(z.number()),
  /** Author, moment and reason of amounts that were set by hand; null when rates set them. */
  commissionOverride: {
    ...shown(orNull(z.object({ by: z.string(), at: instant, reason: orNull(z.string()) }))),
    field: { label: 'Commissie', format: 'own', card: own('commission'), column: 'none' },
  },
  explanation: shown(Explanation),
  /** Euros that the provider pays us: by the rates, and as received. Null for readers other than admins. */
  revenue: shown(orNull(z.object({ expected: orNull(z.number()), received: orNull(z.number()) }))),
  /** Revenue of the sale by the revenue rates. */
  expectedRevenue: stored(optionalNumber),
  /** Amount that the provider paid for the sale. */
  receivedRevenue: {
    stored: optionalNumber,
    field: {
      ...{ label: 'Ontvangen commissie', format: 'money', sees: 'revenue:manage' },
      ...{ card: own('revenue'), column: 'own' },
    },
  },
  // The row has the id of the approver; their current name is looked up.
  approvedBy: kept(orNull(personSchema), optional),
  approvedAt: kept(orNull(instant), optional),
  /** Set when the sale was changed after its approval and must be approved again (decision 78). */
  changedAfterApproval: kept(orNull(ChangedAfterApproval), { type: 'any' }),
  paidAt: shown(orNull(instant)),
  /** Number of open questions about its commission. */
  openQuestions: stored(number),
  createdBy: kept(z.string(), must),
})

/** Words and places of the fields of a sale. */
export const saleFields = sale.fields
export type SaleHistoryField = (typeof sale.logged)[number]
