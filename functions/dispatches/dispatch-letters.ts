import { dispatchOutcomeLabels } from '../../shared/api/dispatches.ts'
import { moneyText, sumOf, wholeCents } from '../../shared/money.ts'
import { dateText, type Instant, localDateOf } from '../../shared/time.ts'
import type { Letters } from '../mail/kinds.ts'
import { composeLetter, type Line, line } from '../mail/letter.ts'
import type { DispatchResultRow } from './dispatch-entity.ts'
import type { Reported } from './dispatch-report.ts'

/** Maximum number of invoices that a report lists, so that the mail stays readable. */
const NAMED = 200

/** Letter to the accounting about a run: first the sent invoices by number, then the others with their reasons. */
export const dispatchLetters: Letters<'report', Reported> = {
  compose: (_kind, _item, reported) => {
    if (!reported) throw new Error('A run that is gone is not reported')
    const { run, results } = reported
    const sent = results.filter(({ outcome }) => outcome === 'sent')
    const others = results.filter(({ outcome }) => outcome !== 'sent')
    const day = dateText(localDateOf(run.startedAt as Instant))
    const total = moneyText(sumOf(sent.map(({ totalAmount }) => wholeCents(totalAmount))))
    return {
      to: run.to,
      ...composeLetter(line`Facturen aan de boekhouding: ${summaryOf(sent.length, others.length)}`, [
        line`Verstuurd op ${day}, ieder in een eigen mail: ${countOf(sent)}, samen ${total} inclusief btw.`,
        ...linesOf(sent),
        ...(others.length > 0 ? [line`Niet verstuurd: ${countOf(others)}.`, ...linesOf(others)] : []),
        line`Met vriendelijke groet,\nPartnerview`,
      ]),
    }
  },
  marks: () => [],
}

const countOf = ({ length }: readonly unknown[]) => (length === 1 ? '1 factuur' : `${length} facturen`)

const summaryOf = (sent: number, others: number) =>
  others === 0 ? `${sent} verstuurd` : `${sent} verstuurd, ${others} niet verstuurd`

function linesOf(results: readonly DispatchResultRow[]): Line[] {
  const named = results.slice(0, NAMED).map(lineOf)
  return results.length > NAMED ? [...named, line`En nog ${String(results.length - NAMED)}.`] : named
}

function lineOf({ invoiceNumber, partnerName, totalAmount, outcome, message }: DispatchResultRow): Line {
  const amount = moneyText(wholeCents(totalAmount))
  if (outcome === 'sent') return line`${invoiceNumber}, ${partnerName}, ${amount}`
  return line`${invoiceNumber}, ${partnerName}, ${amount}: ${message ?? dispatchOutcomeLabels[outcome]}`
}
