import { useState } from 'react'
import { leads } from '../../../shared/contract/leads.ts'
import { ImportDialog } from '../../records/imports/import-dialog.tsx'
import { RecentUploads } from '../../records/imports/recent-uploads.tsx'
import { RowsPreview } from '../../records/imports/rows-preview.tsx'
import { refreshImportedLeads, useRetryUpload } from './api.ts'

/** Shows the dialog that imports a spreadsheet of leads, by default after a preview, and lists earlier imports. */
export function ImportLeads({ onClose }: { readonly onClose: () => void }) {
  const retry = useRetryUpload()
  const [shown, setShown] = useState<string | null>(null)
  if (shown !== null) {
    return <RowsPreview uploadId={shown} endpoints={leads} onImported={refreshImportedLeads} onClose={onClose} />
  }
  return (
    <ImportDialog
      title="Leads importeren"
      description="Een spreadsheet met koppen als Klantnaam, Telefoon, E-mail en Einddatum contract. Nieuwe leads komen op naam van hun Eigenaar, of op jouw naam. Bestaande leads worden bijgewerkt. Lege cellen wissen niets."
      endpoints={leads}
      onEnd={refreshImportedLeads}
      onClose={onClose}
      onPreview={setShown}
      previews="all"
    >
      <div>
        <RecentUploads
          endpoint={leads.uploads}
          heading="Recente uploads"
          onDone={refreshImportedLeads}
          onPreview={setShown}
          retry={(id) => retry.mutateAsync({ params: { id } })}
          empty={null}
        />
      </div>
    </ImportDialog>
  )
}
