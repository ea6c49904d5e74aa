import type { Flag } from '../../../shared/access.ts'

/** Dutch description of each right (access.md). */
export const rightHints: Record<Flag, string> = {
  hasCalendarAccess: 'Afspraken zien, inplannen en bewerken.',
  hasLeadsAccess: 'Zakelijke leads zien en opvolgen.',
  hasSalesAccess: 'De verkoopcijfers op het dashboard.',
  hasPersonalDataAccess: 'IBAN en andere gevoelige gegevens van klanten volledig zien.',
  hasCommissionsAccess: 'Commissies en vergoedingen zien.',
  hasSalesReportsAccess: 'Het rapport per team en maand; voor teamleiders.',
  hasInvoiceAccess: 'Eigen facturen zien; het menu toont ze aan zzp’ers.',
  hasTransactionsAccess: 'De lijst met sales zien.',
}

/** Rights that can be ticked for a new agent (spec §2). */
export const rightsOfNewAgent = [
  'hasCalendarAccess',
  'hasLeadsAccess',
  'hasSalesAccess',
  'hasPersonalDataAccess',
] as const satisfies readonly Flag[]

/** All eight rights, in the order of the form. */
export const allRights = Object.keys(rightHints) as Flag[]
