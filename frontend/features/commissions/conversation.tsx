import type { CommissionQuestion } from '../../../shared/api/schemas/commissions.ts'
import { AnswerForm } from '../../domains/pay/answer-form.tsx'
import { formatDateTime, fullNameOf } from '../../lib/format.ts'
import { useUser } from '../../lib/session.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { useQuestionsOf } from './api.ts'
import styles from './commissions.module.css'

/** Shows the questions about one commission, with their answers. */
export function Conversation({ commissionId, mayAnswer = false }: { commissionId: string; mayAnswer?: boolean }) {
  const { data, error, refetch } = useQuestionsOf(commissionId)
  if (error) return <ErrorState error={error} onRetry={refetch} />
  if (!data || data.length === 0) return null
  const isOpen = data.some(({ answer }) => answer === null)
  return (
    <Stack as="section" gap={8} size={13} aria-label="Vragen">
      <Row gap={12} align="baseline" justify="between">
        <Text as="h3" size={13}>
          {data.length === 1 ? 'Vraag' : 'Vragen'}
        </Text>
        {isOpen && <Badge tone="warn">Wacht op antwoord</Badge>}
      </Row>
      <Stack as="ol" gap={16}>
        {data.map((question) => (
          <li key={question.id}>
            <Question question={question} mayAnswer={mayAnswer} isMain />
          </li>
        ))}
      </Stack>
    </Stack>
  )
}

interface QuestionProps {
  readonly question: CommissionQuestion
  readonly mayAnswer: boolean
  /** Set for a question below its own commission, not in a list of questions about several commissions. */
  readonly isMain?: boolean
}

/**
 * Shows one question with its answer. Without an answer it shows a field to write one, if `mayAnswer` and somebody else
 * asked. Set `isMain` below the commission itself, not in a list of questions about several commissions.
 */
export function Question({ question, mayAnswer, isMain = false }: QuestionProps) {
  const isOwn = useUser().id === question.askedBy.id
  const { id, customerName, askedBy, askedAt, answer, answeredBy, answeredAt } = question
  return (
    <Stack gap={8} size={13}>
      <p>
        <span className="pv-strong">{fullNameOf(askedBy)}</span>{' '}
        <span className="pv-soft">{formatDateTime(askedAt)}</span>
      </p>
      <Text as="p" overflow="lines">
        {question.question}
      </Text>
      {answer !== null && (
        <div className={styles.answer}>
          <p>
            <span className="pv-strong">{fullNameOf(answeredBy)}</span>{' '}
            <span className="pv-soft">{formatDateTime(answeredAt)}</span>
          </p>
          <Text as="p" overflow="lines">
            {answer}
          </Text>
        </div>
      )}
      {answer === null &&
        (mayAnswer && !isOwn ? (
          <AnswerForm
            questionId={id}
            askedBy={fullNameOf(askedBy)}
            customerName={customerName}
            note={`${fullNameOf(askedBy)} krijgt een e-mail.`}
            isMain={isMain}
          />
        ) : (
          <p className="pv-soft">Nog niet beantwoord.</p>
        ))}
    </Stack>
  )
}
