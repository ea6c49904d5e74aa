import type { CommissionQuestion } from '../../../shared/contract/schemas/commissions.ts'
import { AnswerForm } from '../../domains/pay/answer-form.tsx'
import { formatDateTime, fullName } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { useQuestionsOf } from './api.ts'

/** Shows the questions about one commission, with their answers. */
export function Conversation({ commissionId, mayAnswer = false }: { commissionId: string; mayAnswer?: boolean }) {
  const { data, error, refetch } = useQuestionsOf(commissionId)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  const isOpen = data.some(({ answer }) => answer === null)
  return (
    <section className="commissions-conversation" aria-label="Vragen">
      <div className="why-head">
        <h3>{data.length === 1 ? 'Vraag' : 'Vragen'}</h3>
        {isOpen && <Badge tone="warn">Wacht op antwoord</Badge>}
      </div>
      <ol>
        {data.map((question) => (
          <li key={question.id}>
            <Question question={question} mayAnswer={mayAnswer} isMain />
          </li>
        ))}
      </ol>
    </section>
  )
}

interface QuestionProps {
  readonly question: CommissionQuestion
  readonly mayAnswer: boolean
  /** Set for a question that stands alone, not in a list of questions about several commissions. */
  readonly isMain?: boolean
}

/** Shows one question with its answer, or a field to write one. */
export function Question({ question, mayAnswer, isMain = false }: QuestionProps) {
  const isOwn = useUser().id === question.askedBy.id
  const { id, customerName, askedBy, askedAt, answer, answeredBy, answeredAt } = question
  return (
    <div className="commissions-question">
      <p>
        <span className="pv-strong">{fullName(askedBy)}</span>{' '}
        <span className="pv-soft">{formatDateTime(askedAt)}</span>
      </p>
      <p className="commissions-text">{question.question}</p>
      {answer !== null && (
        <div className="commissions-answer">
          <p>
            <span className="pv-strong">{fullName(answeredBy)}</span>{' '}
            <span className="pv-soft">{formatDateTime(answeredAt)}</span>
          </p>
          <p className="commissions-text">{answer}</p>
        </div>
      )}
      {answer === null &&
        (mayAnswer && !isOwn ? (
          <AnswerForm
            questionId={id}
            askedBy={fullName(askedBy)}
            customerName={customerName}
            note={`${fullName(askedBy)} krijgt een e-mail.`}
            isMain={isMain}
          />
        ) : (
          <p className="pv-soft">Nog niet beantwoord.</p>
        ))}
    </div>
  )
}
