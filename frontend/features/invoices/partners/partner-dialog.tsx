import { useRef } from 'react'
import type * as z from 'zod'
import { partners } from '../../../../shared/api/partners.ts'
import type { PaymentTerms } from '../../../../shared/api/parts/billing.ts'
import { partner as card } from '../../../../shared/partners/record.ts'
import type { Partner } from '../../../../shared/partners/schemas.ts'
import { CallError } from '../../../lib/call-error.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecordDialog } from '../../../records/dialog/record-dialog.tsx'
import { useSave } from '../../../records/dialog/use-save.ts'
import { loadNewest } from '../../../records/newest.ts'
import { useUploadProgress } from '../../../records/use-progress.ts'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { toast } from '../../../ui/messages/toast.ts'
import { PartnerFields } from './partner-fields.tsx'
import { findChangedFields, PartnerForm, valuesOf } from './partner-form.ts'
import { RemovePartner } from './remove-partner.tsx'

interface PartnerDialogProps extends Returning {
  /** Partner to edit; null for a new one. */
  readonly partner: Partner | null
  readonly defaultTerms?: PaymentTerms
}

/** Shows the form that creates or edits a partner, with the agreement that lets us make its invoices (rulings 50). */
export function PartnerDialog({ partner, defaultTerms, returnFocus, onClose }: PartnerDialogProps) {
  const send = useSave(partners.create, partners.update)
  const agree = useCommand(partners.setAgreement)
  const { progress, onProgress, settle } = useUploadProgress()
  // If the server stores a new partner and then refuses its agreement, the next attempt updates the partner.
  const made = useRef<Partner | null>(null)

  async function save({ date, file, ...body }: z.output<typeof PartnerForm>, base: Partner | null): Promise<Partner> {
    const saved = await send(body, base ?? made.current)
    if (!base) made.current = saved
    if (!file) return saved
    try {
      await agree.mutateAsync({ params: { id: saved.id }, body: { date }, file, onProgress })
      return saved
    } catch (error) {
      if (!base) made.current = (await loadNewest(partners.get, saved)) ?? saved
      throw moveErrorToFile(error)
    } finally {
      settle()
    }
  }

  return (
    <RecordDialog
      card={card}
      kind="partner"
      record={partner}
      schema={PartnerForm}
      valuesOf={(record) => valuesOf(record, defaultTerms)}
      secrets={['file']}
      size="wide"
      title={partner ? 'Partner bewerken' : 'Nieuwe partner'}
      save={save}
      saved={partner ? 'Partner bijgewerkt' : 'Partner aangemaakt'}
      onSaved={({ pendingBankAccountAt }) => {
        if (pendingBankAccountAt !== (partner?.pendingBankAccountAt ?? null)) {
          toast({ title: 'Nieuwe rekening wacht op goedkeuring', description: 'De andere beheerders krijgen bericht.' })
        }
      }}
      failure={{ fallback: 'Er is een fout opgetreden bij het opslaan van de partner.' }}
      conflict={{ newest: partners.get, changes: findChangedFields }}
      removal={(base, slot) => <RemovePartner partner={base} {...slot} />}
      returnFocus={returnFocus}
      onClose={onClose}
    >
      {(form, base) => <PartnerFields form={form} partner={base} progress={progress} onDecided={onClose} />}
    </RecordDialog>
  )
}

/** Returns the error of a refused file (415) as an error of the file field, and any other error unchanged. */
const moveErrorToFile = (error: unknown) =>
  error instanceof CallError && error.status === 415
    ? new CallError(error.status, error.message, { errors: { file: [error.message] } })
    : error
