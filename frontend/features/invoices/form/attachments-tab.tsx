import { Paperclip, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { invoices } from '../../../../shared/api/invoices.ts'
import { messageOf } from '../../../lib/call-error.ts'
import { useCommand } from '../../../lib/query.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { IconText } from '../../../ui/display/icon-text.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { FileDrop } from '../../../ui/fields/file-drop.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { useUploadProgress } from '../use-progress.ts'
import type { InvoiceFormOf } from './line-editor.tsx'

const { extensions, maxBytes } = invoices.uploadAttachment.upload
const FAILED = 'Het uploaden van de bijlage is mislukt. Probeer opnieuw.'

/** Shows the spreadsheets attached to an invoice, and uploads a new one as soon as it is chosen (rulings 50). */
export function AttachmentsTab({ form }: { readonly form: InvoiceFormOf }) {
  const upload = useCommand(invoices.uploadAttachment)
  const { progress, onProgress, settle } = useUploadProgress()
  const [file, setFile] = useState<File | null>(null)
  const fail = (message: string) => form.setError('attachments', { message })

  async function send(chosen: File): Promise<void> {
    form.clearErrors('attachments')
    if (chosen.size > maxBytes) return fail(`${chosen.name} is groter dan 4 MB.`)
    setFile(chosen)
    onProgress(0)
    try {
      const attachment = await upload.mutateAsync({ file: chosen, onProgress })
      form.setValue('attachments', [...form.getValues('attachments'), attachment], { shouldDirty: true })
    } catch (error) {
      fail(messageOf(error, FAILED))
    } finally {
      settle()
      setFile(null)
    }
  }

  return (
    <FormField form={form} name="attachments" label="Bijlage toevoegen" hint="Maximaal 4 MB per bestand.">
      {({ value, onChange }) => (
        <Stack gap={12}>
          <FileDrop
            accept={extensions}
            file={file}
            onFile={(chosen) => void send(chosen)}
            onRefuse={({ name }) => fail(`${name} kan niet worden toegevoegd. Kies een ${extensions.join(', ')}.`)}
            {...(progress === undefined ? {} : { progress })}
          />
          <RowList aria-label="Bijlagen">
            {value.map((attachment) => (
              <li key={attachment.path}>
                <IconText icon={<Paperclip aria-hidden="true" />}>{attachment.filename}</IconText>
                <IconButton
                  size="small"
                  label={`${attachment.filename} verwijderen`}
                  icon={<Trash2 />}
                  onClick={() => onChange(value.filter(({ path }) => path !== attachment.path))}
                />
              </li>
            ))}
          </RowList>
        </Stack>
      )}
    </FormField>
  )
}
