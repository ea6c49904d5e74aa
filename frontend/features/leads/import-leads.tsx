import { useState } from 'react'
import { leads } from '../../../shared/api/leads.ts'
import { leadColumnLabels } from '../../../shared/api/schemas/lead-columns.ts'
import { leadAddress } from '../../domains/addresses.ts'
import { useCommand } from '../../lib/query.ts'
import { ImportDialog } from '../../records/imports/import-dialog.tsx'
import { type MappedImport, MappedPreview } from '../../records/imports/mapped-preview.tsx'
import { RecentUploads } from '../../records/imports/recent-uploads.tsx'

const mapped: MappedImport<keyof typeof leadColumnLabels> = {
  endpoints: leads,
  labels: leadColumnLabels,
  unused: 'Overslaan',
  rememberHint: 'Een volgend bestand met deze kolommen lezen we zo.',
}

/** Shows the dialog that imports a spreadsheet of leads, by default after a preview, and lists earlier imports. */
export function ImportLeads({ onClose }: { readonly onClose: () => void }) {
  const retry = useCommand(leads.retryUpload)
  const undo = useCommand(leads.undoUpload)
  const [shown, setShown] = useState<string | null>(null)
  if (shown !== null) {
    return <MappedPreview uploadId={shown} of={mapped} onClose={onClose} />
  }
  return (
    <ImportDialog
      title="Leads importeren"
      description="Een spreadsheet met koppen als Klantnaam, Telefoon, E-mail en Einddatum contract. Nieuwe leads komen op naam van hun Eigenaar, of op jouw naam. Bestaande leads worden bijgewerkt. Lege cellen wissen niets."
      endpoints={leads}
      onClose={onClose}
      onPreview={setShown}
      previews="all"
    >
      <div>
        <RecentUploads
          endpoints={leads}
          heading="Recente uploads"
          onPreview={setShown}
          onMap={setShown}
          undo={{
            begin: (id) => undo.mutateAsync({ params: { id } }),
            called: ['lead', 'leads'],
            addressOf: leadAddress,
          }}
          retry={(id) => retry.mutateAsync({ params: { id } })}
          empty={null}
        />
      </div>
    </ImportDialog>
  )
}
