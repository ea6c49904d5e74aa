import { useState } from 'react'
import type { PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { AnswerForm } from '../../domains/pay/answer-form.tsx'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import styles from './monthly-runs.module.css'
import { describeLateLine } from './term-notes.ts'
import type { Plan } from './use-plan.ts'

interface LinesProps {
  readonly partner: PartnerPreview
  readonly plan: Plan
  readonly invoiceDate: string
}

/**
 * Returns the lines of a partner's invoices, then the commissions and corrections that are not invoiced, with the
 * reason. Leaves out commissions with an open question, which are shown separately.
 */
function linesOf({ invoices, leftOut, partnerName }: PartnerPreview, invoiceDate: string) {
  const rates = new Set(invoices.flatMap(({ lines }) => lines.map(({ vatRate }) => vatRate)))
  return [
    ...invoices.flatMap(({ lines }, nth) =>
      lines
        .filter(({ isAsked }) => !isAsked)
        .map((line) => ({
          text: line.description,
          note: [
            ...(invoices.length > 1 ? [`Factuur ${nth + 1}`] : []),
            ...(rates.size > 1 ? [`${formatNumber(line.vatRate)} % btw`] : []),
            ...[describeLateLine(line, invoiceDate)].filter((text) => text !== undefined),
          ].join(' · '),
          amount: formatMoney(line.amount),
          isOut: false,
        })),
    ),
    ...leftOut
      .filter(({ kind }) => kind !== 'question')
      .map(({ text, reason, amount }) => ({
        text: text === partnerName ? reason : text,
        note: text === partnerName ? '' : [reason, ...(amount === null ? [] : [formatMoney(amount)])].join(' · '),
        amount: 'niet mee',
        isOut: true,
      })),
  ]
}

/**
 * Shows table rows below the row of a partner: the invoice lines, then what is not invoiced, then the commissions with
 * an open question, which can be ticked.
 */
export function LineRows({ partner, plan, invoiceDate }: LinesProps) {
  return (
    <>
      {linesOf(partner, invoiceDate).map(({ text, note, amount, isOut }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text, and their order does not change
        <tr key={index} className={classNames(styles.line, isOut && 'pv-color-soft')}>
          <td />
          <td colSpan={2}>{text}</td>
          <td />
          <td>{note}</td>
          <td className="pv-end pv-nowrap pv-tabular">{amount}</td>
          <td colSpan={2} />
        </tr>
      ))}
      {partner.asked.map((asked) => (
        <tr key={asked.commissionId} className={styles.line}>
          <td />
          <td colSpan={4}>
            <CommissionWithQuestions asked={asked} plan={plan} />
          </td>
          <td className="pv-end pv-nowrap pv-tabular">{asked.isTaken ? formatMoney(asked.amount) : 'niet mee'}</td>
          <td colSpan={2} />
        </tr>
      ))}
    </>
  )
}

/**
 * Shows a list in the card of a partner on a phone: the invoice lines, then what is not invoiced, then the commissions
 * with an open question, which can be ticked.
 */
export function LineCards({ partner, plan, invoiceDate }: LinesProps) {
  return (
    <Stack as="ul" gap={8} overflow="break" className={styles.cardLines}>
      {linesOf(partner, invoiceDate).map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines may have the same text, and their order does not change
        <li key={index}>
          <Row gap={12} align="start" justify="between" {...(line.isOut ? { color: 'soft' } : {})}>
            <span>
              {line.text}
              {line.note !== '' && <span className="pv-soft"> {line.note}</span>}
            </span>
            <span className="pv-end pv-nowrap pv-tabular">{line.amount}</span>
          </Row>
        </li>
      ))}
      {partner.asked.map((asked) => (
        <Row key={asked.commissionId} as="li" gap={12} align="start" justify="between">
          <CommissionWithQuestions asked={asked} plan={plan} />
          <span className="pv-end pv-nowrap pv-tabular">{asked.isTaken ? formatMoney(asked.amount) : 'niet mee'}</span>
        </Row>
      ))}
    </Stack>
  )
}

interface CommissionWithQuestionsProps {
  readonly asked: PartnerPreview['asked'][number]
  readonly plan: Plan
}

/**
 * Shows a commission with its open questions. The commission is invoiced when the user ticks it or answers its
 * questions.
 */
function CommissionWithQuestions({ asked, plan }: CommissionWithQuestionsProps) {
  const { commissionId, text, amount, isTaken, questions } = asked
  const mayAnswer = useCan('commission:manage')
  const [answering, setAnswering] = useState<string>()
  return (
    <div className={styles.asked}>
      <Checkbox
        value={isTaken}
        onChange={(isOn) => plan.take(commissionId, isOn)}
        label={`Toch meenemen: ${text}`}
        hint={`Vraag open · ${formatMoney(amount)}`}
      />
      {questions.map(({ questionId, name, question }) => (
        <div key={questionId} className={styles.question}>
          <p className="pv-soft">
            {name}: “{question}”
          </p>
          {answering === questionId ? (
            <AnswerForm
              questionId={questionId}
              askedBy={name}
              customerName={text}
              onAnswered={() => void plan.refetch()}
            />
          ) : (
            mayAnswer && (
              <Button
                tone="ghost"
                size="small"
                className={classNames(styles.solve, 'pv-color-accent')}
                aria-label={`Beantwoorden: ${text}`}
                onClick={() => setAnswering(questionId)}
              >
                Beantwoorden
              </Button>
            )
          )}
        </div>
      ))}
    </div>
  )
}
