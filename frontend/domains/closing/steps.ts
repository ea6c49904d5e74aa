import type { ClosingStep } from '../../../shared/api/schemas/periods.ts'
import { addDays, addMonths } from '../../ui/dates/calendar-days.ts'
import { paths } from '../paths.ts'
import { MONTH, STEP, useClosing } from './use-closing.ts'

interface StepWords {
  readonly title: string
  /** Names of what waits: of one, and of several. */
  readonly nouns: readonly [string, string]
  /** Text of the button, which leads to what waits. */
  readonly button: string
  /** Returns the address of what waits for a month `yyyy-mm`; where possible with the first question already asked. */
  readonly to: (month: string) => string
}

/** Returns the last day of a month `yyyy-mm`. */
export const lastDayOf = (month: string) => addDays(addMonths(`${month}-01`, 1), -1)

/** Words and addresses of the steps of closing a month. */
export const stepWords: Record<ClosingStep, StepWords> = {
  question: {
    ...{ title: 'Vragen beantwoorden', nouns: ['vraag', 'vragen'], button: 'Beantwoorden' },
    to: () => `${paths.commissionWorkflow}?vragen=1`,
  },
  fee: {
    ...{ title: 'Vergoedingen bevestigen', nouns: ['vergoeding', 'vergoedingen'], button: 'Bevestigen' },
    to: (month) => `${paths.commissionWorkflow}?toConfirm=true&to=${lastDayOf(month)}&kies=alles`,
  },
  sale: {
    ...{ title: 'Sales goedkeuren', nouns: ['sale', 'sales'], button: 'Goedkeuren' },
    to: (month) => `${paths.commissionWorkflow}?step=nieuw&type=sale&to=${lastDayOf(month)}&kies=alles&doe=goedkeuren`,
  },
  correction: {
    ...{ title: 'Herroepen sales', nouns: ['correctie', 'correcties'], button: 'Noteren' },
    to: () => `${paths.transactions}?agreement=toCorrect`,
  },
  run: {
    ...{ title: 'Maandrun', nouns: ['persoon', 'personen'], button: 'Facturen maken' },
    to: (month) => `${paths.monthlyRuns}?from=${month}-01&to=${lastDayOf(month)}&doe=maken`,
  },
  send: {
    ...{ title: 'Versturen', nouns: ['factuur', 'facturen'], button: 'Versturen' },
    to: () => `${paths.conceptInvoices}?doe=versturen`,
  },
  pay: {
    ...{ title: 'Betalen', nouns: ['factuur', 'facturen'], button: 'Betaalbestand' },
    to: () => `${paths.payments}?doe=betalen`,
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

/** Returns the address of a step, so that its screen leads on to the next one. */
export const stepAddress = (step: ClosingStep, month: string): string =>
  `${stepWords[step].to(month)}&${MONTH}=${month}&${STEP}=${step}`

/** Returns a function that gives the address of a step, which goes on with closing if this address is part of that. */
export function useStepAddress(): (step: 'send' | 'pay') => string {
  const closing = useClosing()
  return (step) => (closing ? stepAddress(step, closing.month) : stepWords[step].to(''))
}
