import * as z from 'zod'
import { Appointment, appointmentTypes, NewAppointment } from './appointments.ts'
import { bulkCalls, bulkRunOf, changedRows } from './bulk.ts'
import { contractColumns } from './contract-columns.ts'
import { ContractSettings, StandingContractSettings } from './contract-settings.ts'
import { created, domain, file, idParam, ok, page, paging } from './endpoint.ts'
import { exportFormat } from './export.ts'
import { DoNotCall, instant, lines, orNull, person, requiredText, teamId, text } from './fields.ts'
import { historyOf } from './history.ts'
import { aboutUpload, importsOf } from './import-endpoints.ts'
import { Imported, PreviewRow, SheetRows, Upload } from './imports.ts'
import { leadStatuses } from './leads.ts'

/** Where the sales work on an expiring contract stands; any may be set (spec §4). */
export const salesStatuses = ['nieuw', 'afspraak_ingepland', 'getekend', 'gecanceld', 'geen_interesse'] as const
export type SalesStatus = (typeof salesStatuses)[number]

export const salesStatusLabels: Record<SalesStatus, string> = {
  nieuw: 'Nieuw',
  afspraak_ingepland: 'Afspraak ingepland',
  getekend: 'Getekend',
  gecanceld: 'Gecanceld',
  geen_interesse: 'Geen interesse',
}

/** Values of a contract that may be assumed. */
export const assumable = ['signedDate', 'durationValue'] as const
export type Assumable = (typeof assumable)[number]

export const Contract = z.object({
  id: z.string(),
  version: z.int(),
  uploadId: z.string(),
  customerName: z.string(),
  customerEmail: orNull(z.string()),
  customerPhone: orNull(z.string()),
  /** Since when the number is not to be called; null where it may be (rulings 32). */
  doNotCallSince: orNull(DoNotCall),
  companyName: orNull(z.string()),
  address: orNull(z.string()),
  houseNumber: orNull(z.string()),
  postalCode: orNull(z.string()),
  city: orNull(z.string()),
  supplier: orNull(z.string()),
  productName: orNull(z.string()),
  signedDate: z.iso.date(),
  durationValue: z.int(),
  durationUnit: z.enum(['years', 'months']),
  expiryDate: z.iso.date(),
  /** The first day, where the sheet tells that; `signedDate` is that day then. */
  startDate: orNull(z.iso.date()),
  /** Fields that no sheet stated: computed from the others, or assumed (rulings 53). */
  assumed: z.array(z.enum(assumable)),
  status: z.string(),
  salesStatus: z.enum(salesStatuses),
  notes: orNull(z.string()),
  kvkNumber: orNull(z.string()),
  /** Absent for who may not see personal data (rulings 62). */
  eanElectricity: orNull(z.string()),
  eanGas: orNull(z.string()),
  /** Masked; `reveal` gives it. */
  iban: orNull(z.string()),
  /** kWh per year. */
  electricityUsage: orNull(z.number()),
  /** m³ per year. */
  gasUsage: orNull(z.number()),
  market: orNull(z.enum(appointmentTypes)),
  /** Team and agent as the sheet has them. */
  teamName: orNull(z.string()),
  agentName: orNull(z.string()),
  assignedTo: orNull(person),
  /** The lead that it became for whom it is assigned to (rulings 58). */
  lead: orNull(z.object({ id: z.string(), status: z.enum(leadStatuses), lastContactAt: orNull(instant) })),
  /** The appointment that was planned for it last. */
  appointmentId: orNull(z.string()),
  /** The sale that was registered of it last. */
  saleId: orNull(z.string()),
  createdAt: instant,
})
export type Contract = z.output<typeof Contract>

/** A contract as one that is opened; the account holder and the columns only for who may see personal data (rulings 62). */
export const ContractDetails = Contract.extend({
  accountHolder: orNull(z.string()),
  /** Every filled cell of its sheets under its own header, account numbers masked. */
  rawRow: orNull(z.array(z.object({ column: z.string(), text: z.string() }))),
})
export type ContractDetails = z.output<typeof ContractDetails>

/** Fields of a contract that people change; an absent one stays. */
export const ContractChange = z.object({ salesStatus: z.enum(salesStatuses).optional(), notes: lines(2000) })
export type ContractChange = z.output<typeof ContractChange>

const field = z.enum(contractColumns).nullable()

/** The first rows of a sheet, as text, and what its columns are taken to mean. */
export const SheetPreview = SheetRows.extend({
  /** Each with what the columns would be taken to mean if it were the header. */
  rows: z.array(PreviewRow.extend({ fields: z.array(field) })),
  /** The row that most likely has them. */
  likelyRow: z.int().nullable(),
  /** Columns whose meaning is guessed by their values, counted from 0. */
  guessed: z.array(z.int()),
  fields: z.array(field),
  monthFirst: z.boolean(),
  /** Somebody said so before, of this file or of another one with the same headers. */
  isRemembered: z.boolean(),
})
export type SheetPreview = z.output<typeof SheetPreview>

/** The chosen meaning of a sheet's columns. */
export const Mapping = z.object({
  /** Index of the sheet in the preview, from 0. */
  sheet: z.int().min(0).max(1000),
  headerRow: z.int().min(1).max(10_000_000),
  fields: z.array(field).max(200),
  /** Dates are written month before day, as in 12/31/2027. */
  monthFirst: z.boolean(),
  /** Only shows what would happen then: nothing is stored or remembered. */
  isCheck: z.boolean().optional(),
})
export type Mapping = z.output<typeof Mapping>

const contractImports = importsOf('contracts', 'contract:manage')

/** Urgency filters of the board: expired, or ending within so many months (rulings 52, 58b). */
export const urgencyFilters = ['verlopen', '1', '3', '6', 'later'] as const
export type UrgencyFilter = (typeof urgencyFilters)[number]

export const urgencyLabels: Readonly<Record<UrgencyFilter, string>> = {
  verlopen: 'Verlopen',
  '1': 'Binnen 1 maand',
  '3': 'Binnen 3 maanden',
  '6': 'Binnen 6 maanden',
  later: 'Later',
}

/** Filters of the board; they combine. */
export const ContractFilter = z.object({
  urgency: z.enum(urgencyFilters).optional(),
  /** Whom it is assigned to, or `none`. */
  agentId: z.string().max(128).optional(),
  /** The team of whom it is assigned to. */
  teamId: z
    .string()
    .regex(/^[1-9]\d{0,5}$/)
    .optional(),
  /** Text in the supplier. */
  provider: z.string().trim().max(100).optional(),
  market: z.enum(appointmentTypes).optional(),
  doNotCall: z.enum(['true', 'false']).optional(),
  uploadId: z.string().max(100).optional(),
  /** Text in customer, company, town, e-mail, postcode or phone; or a Sale ID, contract number, KvK number, EAN or IBAN, whole. */
  q: z.string().trim().max(100).optional(),
})
export type ContractFilter = z.output<typeof ContractFilter>

/** The filter on whom a contract is assigned to, for those that are nobody's. */
export const NOBODY = 'none'

/**
 * Columns the board can be sorted by, ascending; with `-` before it descending. `soonest` has those that end from today on
 * first, the nearest in front, and below them what expired, the latest in front.
 */
export const contractSorts = [
  'soonest',
  ...(['expires', '-expires', 'customer', '-customer', 'address', '-address'] as const),
  ...(['product', '-product', 'signed', '-signed'] as const),
] as const
export type ContractSort = (typeof contractSorts)[number]

/** The attributes of a contract whose changes its history tells. */
export const contractHistoryFields = [
  'salesStatus',
  'notes',
  'customerName',
  'companyName',
  'customerPhone',
  'customerEmail',
  'address',
  'postalCode',
  'city',
  'supplier',
  'productName',
  'expiryDate',
  'assignedTo',
] as const
export type ContractHistoryField = (typeof contractHistoryFields)[number]

/** Maximum of contracts whose status one request sets; the screen sends larger selections in parts. */
export const MAX_CONTRACTS = 50

const NO_SELECTION = 'Geen selectie: kies minstens één contract'
/** Contracts for one action on several. */
const contractIds = z.array(z.string().min(1).max(128), NO_SELECTION).min(1, NO_SELECTION).max(MAX_CONTRACTS)

/** Contracts that one run may change. */
export const MOST_CONTRACTS = 10_000
/** Agents that a run deals contracts out to at most. */
const MOST_AGENTS = 200

/** A run that gives several contracts a sales status, or deals them out. */
const ContractRun = bulkRunOf(
  z.object({
    salesStatus: orNull(z.enum(salesStatuses)),
    notes: orNull(z.string()),
    agentIds: orNull(z.array(z.string())),
  }),
)
export type ContractRun = z.output<typeof ContractRun>

export const contracts = domain({
  bySalesStatus: {
    summary:
      'Expiring contracts with one sales status that the filters let through, by expiry date unless sorted otherwise',
    method: 'GET',
    path: '/api/contracts/sales-status/{status}',
    allow: 'contract:manage',
    apiKey: true,
    params: z.object({ status: z.enum(salesStatuses) }),
    query: ContractFilter.extend({ sort: z.enum(contractSorts).optional(), ...paging }),
    result: page(Contract),
  },
  export: {
    summary: 'The filtered contracts of a sales status as a spreadsheet, formula-safe and without IBANs; audited',
    method: 'GET',
    path: '/api/contracts/export',
    allow: 'contract:manage',
    query: ContractFilter.extend({ status: z.enum(salesStatuses), format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  },
  settings: {
    summary: 'How long what sheets told of contracts is kept after they ended, and whether their ends are told',
    method: 'GET',
    path: '/api/contracts/settings',
    allow: 'contract:manage',
    result: ok(StandingContractSettings),
  },
  changeSettings: {
    summary: 'Change how contracts are kept and told of',
    method: 'PUT',
    path: '/api/contracts/settings',
    allow: 'contract:manage',
    ifMatch: true,
    body: ContractSettings,
    result: ok(StandingContractSettings),
  },
  get: {
    summary: 'One contract with every column of its sheets',
    method: 'GET',
    path: '/api/contracts/{id}',
    allow: 'contract:manage',
    params: idParam,
    result: ok(ContractDetails),
  },
  update: {
    summary: 'Change the sales status or the notes of one contract; a lost update is a 409',
    method: 'PATCH',
    path: '/api/contracts/{id}',
    allow: 'contract:manage',
    ifMatch: true,
    params: idParam,
    body: ContractChange,
    result: ok(Contract),
  },
  reveal: {
    summary: 'The whole IBAN of a contract; audited (rulings 62)',
    method: 'POST',
    path: '/api/contracts/{id}/reveal',
    allow: 'contract:manage',
    params: idParam,
    result: ok(z.object({ iban: z.string() })),
  },
  counts: {
    summary:
      'How many contracts there are of each sales status as they are filtered, null where those are too many to be counted; and which suppliers contracts have named',
    method: 'GET',
    path: '/api/contracts/counts',
    allow: 'contract:manage',
    query: ContractFilter,
    result: ok(
      z.object({ counts: z.record(z.enum(salesStatuses), z.int().nullable()), suppliers: z.array(z.string()) }),
    ),
  },
  setStatus: {
    summary:
      'Set the sales status of contracts, each a change of its own; a note that is given takes the place of theirs (rulings 58b)',
    method: 'POST',
    path: '/api/contracts/bulk-update-sales-status',
    allow: 'contract:manage',
    body: z.object({
      ids: contractIds,
      salesStatus: z.enum(salesStatuses, 'Geen status: kies de nieuwe status'),
      notes: lines(2000),
    }),
    result: ok(
      z.object({
        updated: z.int(),
        unchanged: z.int(),
        failed: z.array(z.object({ id: z.string(), message: z.string() })),
      }),
    ),
  },
  assign: {
    summary:
      'Assign contracts to an agent, or evenly to the agents of a team; each becomes a lead of theirs, or its lead moves (rulings 58)',
    method: 'POST',
    path: '/api/contracts/assign',
    allow: 'contract:manage',
    body: z
      .object({
        ids: contractIds,
        agentId: text(128, { 'x-refers-to': '/api/users' }),
        teamId: teamId.nullish(),
        /** Number of rows of a larger selection sent before, so that agents keep taking turns across its parts. */
        offset: z.int().min(0).max(10_000_000).optional(),
      })
      .refine(({ agentId, teamId }) => (agentId ?? null) !== null || (teamId ?? null) !== null, {
        message: 'Kies een agent of een team',
        path: ['agentId'],
      }),
    result: ok(
      z.object({
        assigned: z.int(),
        unchanged: z.int(),
        failed: z.array(z.object({ id: z.string(), message: z.string() })),
      }),
    ),
  },
  ...bulkCalls({
    kind: 'contracts',
    allow: 'contract:manage',
    summary:
      'Start a run that gives contracts a sales status and a note, or deals them out to agents in turn as leads; one that was changed since stays as it is',
    bodyBytes: 1024 * 1024,
    body: z
      .object({
        rows: changedRows(MOST_CONTRACTS),
        salesStatus: z.enum(salesStatuses).optional(),
        /** Takes the place of theirs. */
        notes: lines(2000),
        /** Agents who get them in turn. */
        agentIds: z
          .array(requiredText('Kies een agent', 128).meta({ 'x-refers-to': '/api/users/agents' }))
          .min(1, 'Kies een agent of een team')
          .max(MOST_AGENTS)
          .optional()
          .meta({ 'x-instead-of': 'salesStatus' }),
      })
      .refine(({ salesStatus, agentIds }) => (salesStatus === undefined) !== (agentIds === undefined), {
        message: 'Kies een status of wie ze krijgt',
        path: ['salesStatus'],
      }),
    run: ContractRun,
  }),
  loads: {
    summary: 'How many open leads each agent of a team has, whom contracts can be dealt out to',
    method: 'GET',
    path: '/api/contracts/loads',
    allow: 'contract:manage',
    query: z.object({ teamId: z.string().regex(/^[1-9]\d{0,5}$/) }),
    result: ok(z.object({ agents: z.array(person.extend({ openLeads: z.int() })) })),
  },
  plan: {
    summary:
      'Book an appointment for a contract: it becomes afspraak_ingepland, its lead contacted, and all know each other (rulings 58)',
    method: 'POST',
    path: '/api/contracts/{id}/appointment',
    allow: 'contract:manage',
    idempotent: true,
    params: idParam,
    body: NewAppointment,
    result: created(Appointment),
  },
  history: {
    summary: 'What became of a contract since it was imported, newest first: who changed what, and when',
    method: 'GET',
    path: '/api/contracts/{id}/history',
    allow: 'contract:manage',
    params: idParam,
    result: ok(historyOf(contractHistoryFields)),
  },
  ...contractImports,
  wrongRows: {
    summary:
      'The rows of an upload that were refused, with the reason beside each, to be corrected and uploaded again; audited',
    method: 'GET',
    path: '/api/contracts/uploads/{id}/errors',
    allow: 'contract:manage',
    params: aboutUpload,
    result: file('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  },
  upload: { ...contractImports.upload, result: ok(Imported.extend({ contracts: z.array(Contract) })) },
  preview: {
    ...contractImports.preview,
    result: ok(z.object({ filename: z.string(), sheets: z.array(SheetPreview) })),
  },
  mapping: {
    summary:
      'Say what the columns of an upload mean and import it again, as files with the same headers; or only see what would happen',
    method: 'PUT',
    path: '/api/contracts/uploads/{id}/mapping',
    allow: 'contract:manage',
    params: aboutUpload,
    body: Mapping,
    result: ok(Imported),
  },
  confirm: {
    ...contractImports.confirm,
    body: contractImports.confirm.body.extend({
      /** Files with these headers go by themselves from now on. */
      remembers: z.boolean().meta({ 'x-not-stored': true }),
    }),
  },
  undoUpload: {
    summary:
      'Take back an upload of the last 30 days: what it made goes, what it changed is as it was, what was worked on since stays',
    method: 'POST',
    path: '/api/contracts/uploads/{id}/undo',
    allow: 'contract:manage',
    params: aboutUpload,
    result: ok(Upload.pick({ state: true })),
  },
})
