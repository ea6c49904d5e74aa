import { Paperclip, Trash2 } from 'lucide-react'
import { invoices } from '../../../../shared/api/invoices.ts'
import { useCommand } from '../../../lib/query.ts'
import { UploadDrop } from '../../../records/upload-drop.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { IconText } from '../../../ui/display/icon-text.tsx'
import { RowList } from '../../../ui/display/row-list.tsx'
import { FormField } from '../../../ui/fields/form.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import type { InvoiceFormOf } from './line-editor.tsx'

/** Shows the spreadsheets attached to an invoice, and uploads a new one as soon as it is chosen (rulings 50). */
export function AttachmentsTab({ form }: { readonly form: InvoiceFormOf }) {
  const upload = useCommand(invoices.uploadAttachment)
  return (
    <FormField form={form} name="attachments" label="Bijlage toevoegen" hint="Maximaal 4 MB per bestand.">
      {({ value, onChange }) => (
        <Stack gap={12}>
          <UploadDrop
            upload={invoices.uploadAttachment.upload}
            send={upload.mutateAsync}
            onDone={(attachment) =>
              form.setValue('attachments', [...form.getValues('attachments'), attachment], { shouldDirty: true })
            }
            onFail={(message) =>
              message === null ? form.clearErrors('attachments') : form.setError('attachments', { message })
            }
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
