import * as z from 'zod'
import type { CommissionQuestion } from '../../../shared/contract/commissions.ts'
import { requiredText } from '../../../shared/contract/fields.ts'
import { refreshCommissions } from '../../domains/commissions.ts'
import { formatDateTime, fullName } from '../../lib/format.ts'
import { isOvertaken, tellFailure } from '../../records/failure.ts'
import { useKept } from '../../records/use-kept.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { FormField, useZodForm } from '../../ui/form.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { toast } from '../../ui/toast.ts'
import { useAnswer, useQuestionsOf } from './api.ts'

/** What was asked about one commission, and answered. */
export function Conversation({ commissionId, mayAnswer = false }: { commissionId: string; mayAnswer?: boolean }) {
  const { data, error, refetch } = useQuestionsOf(commissionId)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  return (
    <section className="commissions-conversation" aria-label="Vragen">
      <h3 className="pv-legend">Vragen</h3>
      <ol>
        {data.map((question) => (
          <li key={question.id}>
            <Question question={question} mayAnswer={mayAnswer} />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface QuestionProps {
  readonly question: CommissionQuestion
  readonly mayAnswer: boolean
}

/** One question with its answer, or the place to write one. */
export function Question({ question, mayAnswer }: QuestionProps) {
  const { askedBy, askedAt, answer, answeredBy, answeredAt } = question
  return (
    <div className="commissions-question">
      <p className="pv-soft">
        {fullName(askedBy)} · {formatDateTime(askedAt)}
      </p>
      <p className="commissions-text">{question.question}</p>
      {answer !== null && (
        <div className="commissions-answer">
          <p className="pv-soft">
            {fullName(answeredBy)} · {formatDateTime(answeredAt)}
          </p>
          <p className="commissions-text">{answer}</p>
        </div>
      )}
      {answer === null &&
        (mayAnswer ? <AnswerForm question={question} /> : <p className="pv-soft">Nog niet beantwoord.</p>)}
    </div>
  )
}

const AnswerText = z.object({ answer: requiredText('Vul een antwoord in', 2000) })

/** Stands within forms too, so it is none itself: its button sends it. */
function AnswerForm({ question: { id, askedBy, customerName } }: Pick<QuestionProps, 'question'>) {
  const send = useAnswer()
  const form = useZodForm(AnswerText, { defaultValues: { answer: '' } })
  const clear = useKept(form, `answer:${id}`, { answer: '' })

  const answer = form.handleSubmit(async (body) => {
    try {
      await send.mutateAsync({ params: { id }, body })
      clear()
      toast({ title: 'Vraag beantwoord', description: `${fullName(askedBy)} krijgt bericht.` })
    } catch (error) {
      tellFailure(error, { fallback: 'Het antwoord kon niet worden verstuurd.' })
      if (isOvertaken(error)) refreshCommissions()
    }
  })

  return (
    <div className="commissions-answer-form">
      <FormField form={form} name="answer" label={`Antwoord over ${customerName}`} labelHidden>
        {(field) => <TextArea {...field} rows={2} maxLength={2000} placeholder="Schrijf een antwoord" />}
      </FormField>
      <div>
        <Button size="small" busy={send.isPending} onClick={() => answer()}>
          Beantwoorden
        </Button>
      </div>
    </div>
  )
}
