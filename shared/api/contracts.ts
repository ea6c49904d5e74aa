import { Appointment, NewAppointment } from '../appointments/schemas.ts'
import { Contract, ContractChange, ContractDetails, ContractHistory } from '../contracts/schemas.ts'
import { ContractSettings, StandingContractSettings } from '../contracts/settings.ts'
import { callStates } from '../numbers/states.ts'
import * as z from '../zod.ts'
import { rowsToChange } from './parts/bulk.ts'
import { bulkEndpoints } from './parts/bulk-endpoints.ts'
import { creation, domain, file, get, ok, page, paging, patch, post, put } from './parts/endpoint.ts'
import { exportFormat, letters } from './parts/export.ts'
import { lines, person, requireText, teamId, text } from './parts/fields.ts'
import { importEndpoints } from './parts/import-endpoints.ts'
import { Imported } from './parts/imports.ts'
import { boardStatuses, salesStatuses } from './parts/statuses.ts'
import { contractColumns } from './schemas/contract-columns.ts'
import {
  ContractFilter,
  ContractRun,
  contractIds,
  contractSorts,
  MOST_AGENTS,
  MOST_CONTRACTS,
} from './schemas/contracts.ts'

const imports = importEndpoints('contracts', 'contract:manage', contractColumns, [
  'consent',
  'contract',
  'customer',
  'doNotCall',
  'lead',
  'upload',
])

export const contracts = domain({
  bySalesStatus: get('/api/contracts/sales-status/{status}', {
    summary: 'Expiring contracts with a sales status that match the filters, by expiry date unless sorted otherwise',
    allow: 'contract:manage',
    shows: ['contract', 'doNotCall', 'lead'],
    apiKey: true,
    params: z.object({ status: z.enum(boardStatuses) }),
    query: ContractFilter.extend({ sort: z.enum(contractSorts).optional(), ...paging }),
    result: page(Contract),
  }),
  export: get('/api/contracts/export', {
    summary: 'The filtered contracts of a sales status as a spreadsheet, formula-safe and without IBANs; audited',
    allow: 'contract:manage',
    shows: ['contract', 'doNotCall', 'lead'],
    query: ContractFilter.extend({ status: z.enum(boardStatuses), letters, format: exportFormat }),
    result: file('text/csv; charset=utf-8'),
  }),
  settings: get('/api/contracts/settings', {
    summary: 'Settings: how long data of ended contracts is kept, and whether mails announce their end',
    allow: 'contract:manage',
    shows: ['settings'],
    result: ok(StandingContractSettings),
  }),
  changeSettings: put('/api/contracts/settings', {
    summary: 'Change the settings of retention and mails',
    allow: 'contract:manage',
    changes: ['settings'],
    ifMatch: true,
    body: ContractSettings,
    result: ok(StandingContractSettings),
  }),
  get: get('/api/contracts/{id}', {
    summary: 'One contract with every column of its sheets',
    allow: 'contract:manage',
    shows: ['contract', 'doNotCall', 'lead'],
    result: ok(ContractDetails),
  }),
  update: patch('/api/contracts/{id}', {
    summary: 'Change the sales status or the notes of one contract; a lost update is a 409',
    allow: 'contract:manage',
    changes: ['contract'],
    ifMatch: true,
    body: ContractChange,
    result: ok(Contract),
  }),
  reveal: post('/api/contracts/{id}/reveal', {
    summary: 'The whole IBAN of a contract; audited (rulings 62)',
    allow: 'contract:manage',
    changes: ['contract'],
    result: ok(z.object({ iban: z.string() })),
  }),
  counts: get('/api/contracts/counts', {
    summary:
      'Number of filtered contracts per sales status, null when too many to count; and the suppliers that contracts name',
    allow: 'contract:manage',
    shows: ['contract', 'doNotCall'],
    query: ContractFilter,
    result: ok(
      z.object({
        counts: z.record(z.enum(salesStatuses), z.int().nullable()),
        /** Number of all contracts of each team in each state of their number, whatever the filter. */
        states: z.array(z.object({ teamId: z.int(), state: z.enum(callStates), contracts: z.int() })),
        suppliers: z.array(z.string()),
      }),
    ),
  }),
  setStatus: post('/api/contracts/bulk-update-sales-status', {
    summary: 'Set the sales status of contracts, each in its own change; a given note replaces theirs (rulings 58b)',
    allow: 'contract:manage',
    changes: ['contract'],
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
  }),
  assign: post('/api/contracts/assign', {
    summary:
      'Assign contracts to an agent, or evenly to the agents of a team; each becomes a lead of theirs, or its lead moves (rulings 58)',
    allow: 'contract:manage',
    changes: ['contract', 'customer', 'lead'],
    later: ['contract'],
    body: z
      .object({
        ids: contractIds,
        agentId: text(128, { 'x-refers-to': '/api/users' }),
        teamId: teamId.nullish(),
        /**
         * Number of rows of a larger selection that earlier requests sent. With it, agents keep taking turns across
         * these requests.
         */
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
  }),
  ...bulkEndpoints({
    kind: 'contracts',
    allow: 'contract:manage',
    changedByRun: ['contract', 'customer', 'lead', 'run'],
    summary:
      'Start a run that sets sales status and note of contracts, or divides them among agents as leads; skips those that were changed since',
    bodyBytes: 1024 * 1024,
    body: z
      .object({
        rows: rowsToChange('/api/contracts', MOST_CONTRACTS),
        salesStatus: z.enum(salesStatuses).optional(),
        /** Note that replaces the notes of the contracts. */
        notes: lines(2000),
        /** Ids of the agents who get the contracts in turn. */
        agentIds: z
          .array(requireText('Kies een agent', 128).meta({ 'x-refers-to': '/api/users/agents' }))
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
  loads: get('/api/contracts/loads', {
    summary: 'Number of open leads of each agent of a team who can get contracts',
    allow: 'contract:manage',
    shows: ['contract', 'lead', 'user'],
    query: z.object({ teamId: z.string().regex(/^[1-9]\d{0,5}$/) }),
    result: ok(z.object({ agents: z.array(person.extend({ openLeads: z.int() })) })),
  }),
  plan: post('/api/contracts/{id}/appointment', {
    summary:
      'Book an appointment for a contract: it becomes afspraak_ingepland, its lead contacted, and all refer to each other (rulings 58)',
    allow: 'contract:manage',
    changes: ['appointment', 'contract', 'customer', 'lead'],
    later: ['appointment', 'book', 'commission', 'contract'],
    idempotent: true,
    body: NewAppointment,
    result: creation(Appointment),
  }),
  history: get('/api/contracts/{id}/history', {
    summary: 'Changes of a contract since its import, newest first: who changed what, and when',
    allow: 'contract:manage',
    shows: ['contract'],
    result: ok(ContractHistory),
  }),
  ...imports,
  upload: { ...imports.upload, result: ok(Imported.extend({ contracts: z.array(Contract) })) },
})
