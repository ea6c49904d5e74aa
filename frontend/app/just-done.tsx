import { Undo2 } from 'lucide-react'
import { formatTime } from '../lib/format.ts'
import { type ChangeMade, canUndo, useChanges } from '../records/changes-made.ts'
import { undoChange } from '../records/undo.ts'
import { Button } from '../ui/buttons/button.tsx'
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx'
import { RowList } from '../ui/display/row-list.tsx'
import { Row, Stack } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { EmptyState } from '../ui/messages/empty-state.tsx'

interface JustDoneProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
}

/** Shows a dialog with what the user did in the last ten minutes, each with a button that undoes it. */
export function JustDone(props: JustDoneProps) {
  const changes = useChanges()
  return (
    <Dialog {...props} size="small" title="Net gedaan">
      <DialogBody>
        {changes.length === 0 ? (
          <EmptyState
            icon={<Undo2 />}
            title="Niets om ongedaan te maken"
            text="Een wijziging staat hier tien minuten."
          />
        ) : (
          <RowList lined>
            {changes.map((change) => (
              <Change key={change.key} change={change} />
            ))}
          </RowList>
        )}
      </DialogBody>
    </Dialog>
  )
}

function Change({ change }: { readonly change: ChangeMade }) {
  const { key, title, description, at, isBusy = false, isOver = false, problem } = change
  const isFirst = isBusy || canUndo(change)
  return (
    <Row as="li" gap={12} align="start">
      <Text size={13} color="soft" tabular rigid>
        {formatTime(at)}
      </Text>
      <Stack gap={2} grow size={13} overflow="break">
        <Text weight="strong">{title}</Text>
        {description && <Text color="muted">{description}</Text>}
        {problem && <Text color="bad">{problem}</Text>}
        {!isFirst && !isOver && <Text color="soft">Maak eerst de latere wijziging ongedaan.</Text>}
      </Stack>
      {isFirst && (
        <Button size="small" busy={isBusy} onClick={() => undoChange(key)}>
          Ongedaan maken
        </Button>
      )}
    </Row>
  )
}
