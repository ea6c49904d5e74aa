import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { AdvancePreview } from '../../../shared/api/schemas/advance.ts'
import { formatMoney, formatNumber } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Checkbox } from '../../ui/fields/checkbox.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { OWN_ROW } from '../commissions.ts'
import { paths } from '../paths.ts'
import { AnswerForm } from './answer-form.tsx'
import styles from './pay-dialog.module.css'
import { describeCorrections, PayRow, PayRows } from './pay-rows.tsx'

type Stay = AdvancePreview['staying'][number]
type Question = AdvancePreview['questions'][number]

const titles: Record<Stay['reason'], string> = {
  invoice: 'Gaat via maandrun, overgeslagen',
  held: 'Staat al op een factuur',
  question: 'Vraag open',
  own: 'Je eigen commissies',
  toConfirm: 'Te bevestigen',
  notApproved: 'Niet goedgekeurd',
  coolingOff: 'In bedenktijd',
  unconfirmed: 'Zonder akkoord',
  firstPayment: 'Eerste betaling',
  status: 'Andere status',
  missing: 'Niet gevonden',
}

interface StayingProps extends OpenQuestionsProps {
  readonly preview: AdvancePreview
}

/**
 * Lists the commissions that a payout does not pay, by reason, and the sum of the whole selection. Those with an open
 * question (`questions`) can be included or answered.
 */
export function UnpaidRows({ preview, questions, ...choice }: StayingProps) {
  const { staying, selected } = preview
  const people = preview.byPayoutMethod.flatMap((method) => method.people)
  const others = staying.filter(({ reason }) => reason !== 'question')
  const waiting = staying.find(({ reason }) => reason === 'question')
  if (others.length === 0 && questions.length === 0) return null
  return (
    <PayRows title="Blijft staan">
      {others.map((stay) => (
        <PayRow key={stay.reason} title={titles[stay.reason]} text={<StayReason stay={stay} />} {...stay} />
      ))}
      {questions.length > 0 && (
        <PayRow
          title={titles.question}
          text="Vink aan om toch uit te betalen."
          count={waiting?.count ?? 0}
          total={waiting?.total ?? 0}
        >
          <OpenQuestions questions={questions} {...choice} />
        </PayRow>
      )}
      <PayRow
        title="Selectie"
        text={`Uitbetaald en blijft staan${describeCorrections(people, ', zonder correcties van')}`}
        {...selected}
        isMain
      />
    </PayRows>
  )
}

/** Shows why commissions stay unpaid, with what to do about it. */
function StayReason({ stay: { reason, names, people } }: { readonly stay: Stay }) {
  const mayRun = useCan('self-billing:manage')
  switch (reason) {
    case 'invoice':
      return (
        <>
          Een partner factureert {joinNames(names)}. {mayRun && <Link to={paths.monthlyRuns}>Naar Maandrun</Link>}
        </>
      )
    case 'held':
      return `Wordt met die factuur uitbetaald, ook vanuit concept: ${joinNames(names)}.`
    case 'own':
      return `${OWN_ROW}.`
    case 'toConfirm':
      return 'Telt niet mee. Laat eerst een ander bevestigen dat de afspraak doorging.'
    case 'notApproved':
      return `Keur eerst de sale goed: ${joinNames(names)}.`
    case 'coolingOff':
      return `De bedenktijd loopt nog: ${joinNames(names)}.`
    case 'unconfirmed':
      return `Leg eerst het schriftelijk akkoord vast: ${joinNames(names)}.`
    case 'firstPayment': {
      const counted = people === 1 ? '1 eerste betaling: wacht' : `${formatNumber(people)} eerste betalingen: wachten`
      return `${counted} op een ${mayRun ? 'andere beheerder' : 'beheerder'}.`
    }
    case 'status':
      return 'Staan niet op Klaar.'
    default:
      return 'Verwijderd, of niet meer van jouw team.'
  }
}

const MOST_NAMES = 5

/** Joins names: `Lucas Hendriks, Sven Smit en 3 anderen`. */
function joinNames(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES)
  const rest = names.length - shown.length
  const last = rest > 0 ? `${rest} ${rest === 1 ? 'ander' : 'anderen'}` : shown.pop()
  return shown.length === 0 ? (last ?? '') : `${shown.join(', ')} en ${last}`
}

interface OpenQuestionsProps {
  readonly questions: readonly Question[]
  /** Ids of commissions to pay despite their open question. */
  readonly ticked: readonly string[]
  readonly onTick: (rows: readonly string[]) => void
  readonly onAnswered: () => void
}

/** Lists the commissions with an open question. A commission is paid when the user ticks it or answers its question. */
function OpenQuestions({ questions, ticked, onTick, onAnswered }: OpenQuestionsProps) {
  return (
    <Stack as="ul" gap={8} padTop={8}>
      {questions.map((question) => (
        <li key={question.questionId}>
          <OpenQuestion
            question={question}
            isTicked={ticked.includes(question.commissionId)}
            onTick={(isOn) =>
              onTick([
                ...ticked.filter((row) => row !== question.commissionId),
                ...(isOn ? [question.commissionId] : []),
              ])
            }
            onAnswered={onAnswered}
          />
        </li>
      ))}
    </Stack>
  )
}

interface OpenQuestionProps {
  readonly question: Question
  readonly isTicked: boolean
  readonly onTick: (isOn: boolean) => void
  readonly onAnswered: () => void
}

function OpenQuestion({ question, isTicked, onTick, onAnswered }: OpenQuestionProps) {
  const mayAnswer = useCan('commission:manage')
  const [isAnswering, setIsAnswering] = useState(false)
  const { questionId, customerName, name, total } = question
  return (
    <>
      <Row gap={12} align="start" justify="between" className={styles.question}>
        <Checkbox
          value={isTicked}
          onChange={onTick}
          label={
            <>
              <span className="pv-strong">{customerName}</span> <span className="pv-soft">· {name}</span>
            </>
          }
          hint={`“${question.question}”`}
        />
        <span className="pv-end pv-nowrap pv-tabular">{formatMoney(total)}</span>
      </Row>
      {mayAnswer && !isAnswering && (
        <Button
          tone="ghost"
          size="small"
          className={classNames(styles.answer, 'pv-color-accent')}
          aria-label={`Beantwoorden: ${customerName}`}
          onClick={() => setIsAnswering(true)}
        >
          Beantwoorden
        </Button>
      )}
      {isAnswering && (
        <AnswerForm questionId={questionId} askedBy={name} customerName={customerName} onAnswered={onAnswered} />
      )}
    </>
  )
}
