import type { CommissionQuestion } from '../../../shared/api/schemas/commissions.ts'
import { SaleBadge } from '../../domains/approval.tsx'
import { NextStep } from '../../domains/closing/closing-bar.tsx'
import { useClosing } from '../../domains/closing/use-closing.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useWaitingQuestions } from './api.ts'
import styles from './commissions.module.css'
import { Question } from './conversation.tsx'

interface QuestionsDialogProps {
  /** Opens a commission in place of the dialog. */
  readonly onOpen: (id: string) => void
  readonly onClose: () => void
}

/** Shows the questions that nobody has answered, each with its commission and a field for the answer. */
export function QuestionsDialog({ onOpen, onClose }: QuestionsDialogProps) {
  const { data, error, refetch } = useWaitingQuestions()
  const closing = useClosing()
  return (
    <Dialog
      onOpenChange={onClose}
      title="Open vragen"
      description="Wie een vraag stelde, krijgt het antwoord per e-mail."
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height="120px" />}
        {data?.length === 0 && <EmptyState title="Geen open vragen" text="Alle vragen zijn beantwoord." />}
        {data && data.length > 0 && (
          <Stack as="ol" gap={16} size={13} className={styles.questions}>
            {data.map((question) => (
              <li key={question.id}>
                <About question={question} onOpen={onOpen} />
                <Question question={question} mayAnswer />
              </li>
            ))}
          </Stack>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
        {closing && data?.length === 0 && <NextStep {...closing} />}
      </DialogFooter>
    </Dialog>
  )
}

interface AboutProps {
  readonly question: CommissionQuestion
  readonly onOpen: (id: string) => void
}

/** Shows the commission a question is about: amount, status and explanation. */
function About({ question: { customerName, commissionId, commission }, onOpen }: AboutProps) {
  if (!commission) return <h3 className="pv-legend">{customerName}</h3>
  const { status, totalCommission, explanation } = commission
  return (
    <>
      <Row gap={8} wrap>
        <h3>{customerName}</h3>
        <SaleBadge status={status} />
        <Button size="small" tone="ghost" aria-label={`${customerName} openen`} onClick={() => onOpen(commissionId)}>
          Openen
        </Button>
        <Text as="strong" tabular overflow="nowrap" before="auto">
          {formatMoney(totalCommission)}
        </Text>
      </Row>
      {[explanation.agent, explanation.caller].map(
        (text) =>
          text !== null && (
            <p key={text} className="pv-soft">
              <Unbroken>{text}</Unbroken>
            </p>
          ),
      )}
    </>
  )
}
