import { ErasureForm, erasures, type FoundRecord } from '../../../../shared/api/erasures.ts'
import { formatDate } from '../../../lib/format.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { Note } from '../../../ui/display/note.tsx'
import { toast } from '../../../ui/messages/toast.ts'
import { OwnerProofFields } from '../owner-proof-fields.tsx'

interface EraseDialogProps extends Returning {
  readonly about: string
  readonly records: readonly FoundRecord[]
}

/** Asks for password and code before records are erased; says how many, and of whom. */
export function EraseDialog({ about, records, returnFocus, onClose }: EraseDialogProps) {
  const erase = useCommand(erasures.create)
  const name = records[0]?.name ?? ''
  const staying = records.filter(({ stays }) => stays !== null).length
  const count = records.length === 1 ? '1 gegeven' : `${records.length} gegevens`
  return (
    <RecordDialog
      kind="erasure"
      record={null}
      size="small"
      schema={ErasureForm}
      valuesOf={() => ({ about, ids: records.map(({ id }) => id), password: '', token: '' })}
      secrets={['about', 'ids', 'password', 'token']}
      title={`${count} van ${name} wissen?`}
      description="Dit gebeurt vannacht. Tot dan kan een beheerder het intrekken, daarna niet meer."
      submit={`${count} wissen`}
      tone="danger"
      save={(body) => erase.mutateAsync({ body })}
      onSaved={({ dueOn }) => {
        toast({ title: `${count} worden gewist in de nacht van ${formatDate(dueOn)}` })
        onClose()
      }}
      failure={{ title: 'Wissen is niet gepland' }}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form) => (
        <>
          {staying > 0 && (
            <Note tone="info">
              Van {staying} {staying === 1 ? 'gegeven' : 'gegevens'} moet nog iets blijven. Dat wissen we vanzelf zodra
              het mag.
            </Note>
          )}
          <OwnerProofFields form={form} />
        </>
      )}
    </RecordDialog>
  )
}
