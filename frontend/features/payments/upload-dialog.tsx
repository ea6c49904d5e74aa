import { useState } from 'react'
import { bank } from '../../../shared/api/payments/bank.ts'
import type { BankStatement } from '../../../shared/api/schemas/bank.ts'
import { messageOf } from '../../lib/call-error.ts'
import { useCommand } from '../../lib/query.ts'
import { Dialog, DialogBody, DialogClose, DialogFooter } from '../../ui/dialogs/dialog.tsx'
import { Field } from '../../ui/fields/field.tsx'
import { FileDrop } from '../../ui/fields/file-drop.tsx'

const { maxBytes, extensions } = bank.upload.upload

interface UploadDialogProps {
  readonly onRead: (statement: BankStatement) => void
  readonly onClose: () => void
}

/** Shows the dialog that uploads a bank statement as soon as its file is chosen. */
export function UploadDialog({ onRead, onClose }: UploadDialogProps) {
  const upload = useCommand(bank.upload)
  const [file, setFile] = useState<File | null>(null)
  const [problem, setProblem] = useState<string>()
  const [progress, setProgress] = useState<number | null>()

  async function send(chosen: File): Promise<void> {
    setFile(chosen)
    if (chosen.size > maxBytes) return setProblem('Dit bestand is te groot: maximaal 4 MB')
    setProblem(undefined)
    setProgress(0)
    try {
      const onProgress = (part: number) => setProgress(part < 1 ? part * 100 : null)
      onRead(await upload.mutateAsync({ file: chosen, onProgress }))
    } catch (error) {
      setProblem(messageOf(error, 'Het afschrift kon niet worden gelezen.'))
      setProgress(undefined)
    }
  }

  return (
    <Dialog
      onOpenChange={onClose}
      title="Bankafschrift uploaden"
      description="We zoeken de facturen erbij. Jij bevestigt wat betaald is."
    >
      <DialogBody>
        <Field
          label="Bestand"
          error={problem}
          hint="CAMT.053, MT940 of CSV van Rabobank, ING, ABN AMRO of bunq, ook in een ZIP. Maximaal 4 MB."
        >
          <FileDrop
            accept={extensions}
            onFile={send}
            onRefuse={({ name }) => setProblem(`${name} kan niet worden verwerkt. Kies een ${extensions.join(', ')}.`)}
            file={file}
            {...(progress === undefined ? {} : { progress })}
          />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose />
      </DialogFooter>
    </Dialog>
  )
}
