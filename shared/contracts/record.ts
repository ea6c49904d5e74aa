import { DoNotCall, instant, orNull, person } from '../api/parts/fields.ts'
import { MayCall } from '../api/parts/may-call.ts'
import { leadStatuses, salesStatuses, salesStatusLabels } from '../api/parts/statuses.ts'
import { marketLabels, markets } from '../api/parts/trade.ts'
import { callStates, consentWays } from '../numbers/states.ts'
import { type Field, own } from '../values/field.ts'
import { attributes, choice, kept, lines, shown, stored, textOrNone } from '../values/kinds.ts'
import { record } from '../values/record.ts'
import * as z from '../zod.ts'

const { must, optional, number } = attributes

/** Fields of a contract that an import may assume where the sheet lacks them (rulings 53). */
const assumable = ['signedDate', 'durationValue'] as const
export type Assumable = (typeof assumable)[number]

/** A text of the sheet that a row may lack. */
const text = <const F extends Field>(field: F) => ({ ...textOrNone, field })
/** A value of the sheet beyond the contract's own fields, without history; the row has it in `metadata`. */
const detail = <S extends z.ZodType, const F extends Field>(schema: S, field: F) => ({
  ...{ shown: orNull(schema), field: { ...field, history: null } },
})

/** An expiring contract. People change status, notes and assignee; all other fields come from sheets. */
export const contract = record(
  {
    noun: { the: 'het', one: 'contract', many: 'contracten' },
    groups: ['status'],
    cards: ['customer', 'product', 'term', 'sheet', 'origin', 'bank', 'work'],
  },
  {
    id: kept(z.string(), must),
    version: kept(z.int(), number),
    uploadId: kept(z.string(), must),
    customerName: { ...kept(z.string(), must), field: { label: 'Klant', card: own('customer') } },
    companyName: text({ label: 'Bedrijf', card: own('customer') }),
    customerPhone: text({ label: 'Telefoon', format: 'phone', card: own('customer'), column: 'own' }),
    /** Day since when the customer's number must not be called; null where it may be called (rulings 32). */
    doNotCallSince: shown(orNull(DoNotCall)),
    customerEmail: text({ label: 'E-mail', format: 'email', card: own('customer') }),
    address: text({ label: 'Adres', card: own('customer') }),
    houseNumber: text({ label: 'Huisnummer', history: null, card: own('customer') }),
    postalCode: text({ label: 'Postcode', format: 'postcode', card: own('customer') }),
    city: text({ label: 'Plaats', card: own('customer') }),
    supplier: text({ label: 'Leverancier', card: 'product' }),
    productName: text({ label: 'Product', card: 'product' }),
    signedDate: {
      ...kept(z.iso.date(), must),
      field: { label: 'Getekend op', format: 'day', history: null, card: own('term'), column: 'own' },
    },
    /** First day, if the sheet has one; without a day of signing `signedDate` equals it. */
    startDate: detail(z.iso.date(), { label: 'Ingangsdatum', format: 'day', card: own('term') }),
    durationValue: {
      ...kept(z.int(), number),
      field: { label: 'Looptijd', format: 'count', history: null, card: own('term'), column: 'own' },
    },
    durationUnit: {
      ...kept(z.enum(['years', 'months']), { type: ['years', 'months'], required: true }),
      field: {
        ...{ label: 'Eenheid', format: { years: 'Jaren', months: 'Maanden' }, history: null },
        ...{ card: own('term'), column: 'own' },
      },
    },
    expiryDate: {
      ...kept(z.iso.date(), must),
      field: { label: 'Einddatum', format: 'day', card: own('term'), column: 'own' },
    },
    expiryMonth: stored(must),
    /**
     * Parts of the term that a sheet gave; other parts are computed or assumed. Older rows lack this field: all parts
     * were given.
     */
    statedTermParts: stored({ type: 'list', items: optional }),
    /**
     * Fields whose values no sheet stated (rulings 53). A duration computed from a stated begin and end is not among
     * them.
     */
    assumed: shown(z.array(z.enum(assumable))),
    kvkNumber: detail(z.string(), { label: 'KvK-nummer', card: 'sheet' }),
    market: detail(z.enum(markets), { label: 'Markt', format: marketLabels, card: 'sheet' }),
    eanElectricity: detail(z.string(), { label: 'EAN stroom', sees: 'personal', card: 'sheet' }),
    eanGas: detail(z.string(), { label: 'EAN gas', sees: 'personal', card: 'sheet' }),
    /** kWh per year. */
    electricityUsage: detail(z.number(), { label: 'Verbruik stroom', format: 'count', card: own('sheet') }),
    /** m³ per year. */
    gasUsage: detail(z.number(), { label: 'Verbruik gas', format: 'count', card: own('sheet') }),
    /** Team as written in the sheet. */
    teamName: detail(z.string(), { label: 'Team in bestand', card: 'origin' }),
    /** Agent as written in the sheet. */
    agentName: detail(z.string(), { label: 'Agent in bestand', card: 'origin' }),
    accountHolder: detail(z.string(), { label: 'Rekeninghouder', sees: 'personal', card: 'bank', column: 'none' }),
    /** IBAN, masked; the endpoint `reveal` returns the whole IBAN. */
    iban: detail(z.string(), { label: 'IBAN', card: own('bank'), column: 'none' }),
    /** Data of the sheet beyond the contract's own fields. */
    metadata: stored({ type: 'any' }),
    /**
     * Every filled cell of the rows about this contract, each under the header of its own sheet; account numbers masked.
     * The row has personal data, so only `personalDetailsOf` shows it.
     */
    rawRow: kept(orNull(z.array(z.object({ column: z.string(), text: z.string() }))), { type: 'any' }),
    status: kept(z.string(), must),
    salesStatus: {
      ...choice(salesStatuses, salesStatusLabels, '', { label: 'Verkoopstatus', form: own('status'), card: 'work' }),
      typed: z.enum(salesStatuses).optional(),
    },
    /** Person to whom the contract is assigned. */
    assignedTo: {
      ...kept(orNull(person), optional),
      field: { label: 'Toegewezen aan', format: 'name', card: 'work' },
    },
    /** Team of that person when the contract was assigned. */
    assignedTeamId: stored(attributes.optionalNumber),
    notes: lines(2000, { label: 'Notities', form: own('status'), card: own('work') }),
    leadId: stored(optional),
    /** Lead that was made from the contract for the assigned person (rulings 58). */
    lead: shown(orNull(z.object({ id: z.string(), status: z.enum(leadStatuses), lastContactAt: orNull(instant) }))),
    /** Id of the last appointment that was booked for the contract. */
    appointmentId: textOrNone,
    /** Sales registered for the contract, rejected ones included. */
    sales: stored({ type: 'list', items: optional }),
    /**
     * Sales that signed the contract (`by`), and its sales status before they did (`before`). Removed when somebody sets
     * another status.
     */
    signed: stored({
      type: 'map',
      properties: {
        before: { type: salesStatuses, required: true },
        by: { type: 'list', items: optional, required: true },
      },
    }),
    /** Id of the last sale that signed the contract; if no sale did, of the last sale registered for the contract. */
    saleId: shown(orNull(z.string())),
    /**
     * State of the number as lists and counters know it (decision 44): absent for a number without consent. `callUntil` is
     * the last day of the consent, `callSource` how it was given.
     */
    callState: stored({ type: callStates }),
    callUntil: stored(optional),
    callSource: stored({ type: consentWays }),
    /** State of the number today for a call with an offer (market 67). */
    mayCall: shown(MayCall),
    /** When and by whom the sales status was last set; null while it is as imported. */
    statusChangedAt: kept(orNull(instant), optional),
    statusChangedBy: kept(orNull(person), optional),
    /**
     * Upload that created the contract, and the window of it (a block of rows that are stored together). Absent on older
     * rows.
     */
    madeBy: stored({ type: 'map', properties: { uploadId: must, window: number } }),
    /**
     * Last upload that changed the contract: its id, and the first and last window that changed it. `version` is the
     * contract's version after the last change, or 0 when somebody edited the contract after the first change. A
     * contract with another version than `version` was edited by somebody, so an undo of the upload keeps it.
     */
    touched: stored({ type: 'map', properties: { uploadId: must, since: number, window: number, version: number } }),
    /** Values from before the upload in `touched`; see `tracing.ts`. */
    former: stored({ type: 'any' }),
    createdAt: kept(instant, must),
    updatedAt: stored(must),
  },
)

/** Words and places of the fields of a contract. */
export const contractFields = contract.fields
