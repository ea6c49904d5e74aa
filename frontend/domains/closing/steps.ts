import type { ClosingStep } from '../../../../shared/api/schemas/periods.ts'
import { paths } from '../../../domains/paths.ts'
import { lastDayOf } from '../month-ends.ts'

interface StepWords {
  readonly title: string
  /** Names of what waits: of one, and of several. */
  readonly nouns: readonly [string, string]
  /** Text of the button, which leads to what waits. */
  readonly button: string
  /** Returns the address of what waits for a month `yyyy-mm`. */
  readonly to: (month: string) => string
}

/** Words and addresses of the steps of closing a month. */
export const stepWords: Record<ClosingStep, StepWords> = {
  question: {
    ...{ title: 'Vragen beantwoorden', nouns: ['vraag', 'vragen'], button: 'Beantwoorden' },
    to: () => `${paths.commissions}?vragen=1`,
  },
  fee: {
    ...{ title: 'Vergoedingen bevestigen', nouns: ['vergoeding', 'vergoedingen'], button: 'Bevestigen' },
    to: () => `${paths.commissionWorkflow}?toConfirm=true`,
  },
  sale: {
    ...{ title: 'Sales goedkeuren', nouns: ['commissie', 'commissies'], button: 'Goedkeuren' },
    to: () => `${paths.commissionWorkflow}?step=nieuw`,
  },
  correction: {
    ...{ title: 'Herroepen sales', nouns: ['correctie', 'correcties'], button: 'Noteren' },
    to: () => `${paths.transactions}?agreement=toCorrect`,
  },
  run: {
    ...{ title: 'Maandrun', nouns: ['persoon', 'personen'], button: 'Facturen maken' },
    to: (month) => `${paths.monthlyRuns}?from=${month}-01&to=${lastDayOf(month)}`,
  },
  send: {
    ...{ title: 'Versturen', nouns: ['factuur', 'facturen'], button: 'Versturen' },
    to: () => paths.conceptInvoices,
  },
  pay: {
    ...{ title: 'Betalen', nouns: ['factuur', 'facturen'], button: 'Betaalbestand' },
    to: () => paths.payments,
  },
  bank: {
    ...{ title: 'Bank', nouns: ['boeking', 'boekingen'], button: 'Nakijken' },
    to: () => `${paths.payments}?tab=afschriften`,
  },
  difference: {
    ...{ title: 'Aansluiting', nouns: ['verschil', 'verschillen'], button: 'Bekijken' },
    to: (month) => `${paths.reconciliation}?month=${month}`,
  },
}
