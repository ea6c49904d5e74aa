import type { Flag } from '../../../shared/access.ts'

/** Name and description of each right (access.md). */
export const rights: Record<Flag, { readonly label: string; readonly hint: string }> = {
  hasCalendarAccess: { label: 'Afspraken en kalender', hint: 'Afspraken zien, inplannen en bewerken.' },
  hasLeadsAccess: { label: 'Leads', hint: 'Zakelijke leads zien en opvolgen.' },
  hasSalesAccess: { label: 'Sales dashboard', hint: 'De verkoopcijfers op het dashboard.' },
  hasPersonalDataAccess: {
    label: 'Persoonsgegevens',
    hint: 'IBAN en andere gevoelige gegevens van klanten volledig zien.',
  },
  hasCommissionsAccess: { label: 'Commissies', hint: 'Commissies en vergoedingen zien.' },
  hasSalesReportsAccess: { label: 'Salesrapportages', hint: 'Het rapport per team en maand; voor teamleiders.' },
  hasInvoiceAccess: { label: 'Facturen', hint: 'Eigen facturen zien; het menu toont ze aan zzp’ers.' },
  hasTransactionsAccess: { label: 'Transacties', hint: 'De lijst met sales zien.' },
}

/** Rights that are chosen for a new agent (spec §2). */
export const rightsOfNewAgent = [
  'hasCalendarAccess',
  'hasLeadsAccess',
  'hasSalesAccess',
  'hasPersonalDataAccess',
] as const satisfies readonly Flag[]

/** All eight rights, in the order shown. */
export const allRights = Object.keys(rights) as Flag[]
