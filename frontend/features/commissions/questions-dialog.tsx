import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useWaitingQuestions } from './api.ts'
import { Question } from './conversation.tsx'

/** The questions that wait for an answer, each to be answered where it stands. */
export function QuestionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { data, error, refetch } = useWaitingQuestions()
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Open vragen"
      description="Wie een vraag stelde, krijgt het antwoord per e-mail."
    >
      <DialogBody>
        {error && <ErrorState error={error} onRetry={refetch} />}
        {!data && !error && <Skeleton height="120px" />}
        {data?.length === 0 && <EmptyState title="Geen open vragen" text="Alle vragen zijn beantwoord." />}
        {data && data.length > 0 && (
          <ol className="commissions-questions">
            {data.map((question) => (
              <li key={question.id}>
                <h3 className="pv-legend">{question.customerName}</h3>
                <Question question={question} mayAnswer />
              </li>
            ))}
          </ol>
        )}
      </DialogBody>
      <DialogFooter>
        <DialogClose>Sluiten</DialogClose>
      </DialogFooter>
    </Dialog>
  )
}
