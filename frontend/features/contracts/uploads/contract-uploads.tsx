import { contracts } from '../../../../shared/api/contracts.ts'
import { contractAddress } from '../../../domains/addresses.ts'
import { RecentUploads } from '../../../records/imports/recent-uploads.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'
import { useRetryUpload, useUndoUpload } from '../api.ts'

/**
 * Lists the newest uploads of contracts, with their results and actions. `onMap` opens the preview in which the user
 * chooses the meaning of columns.
 */
export function ContractUploads({ onMap }: { readonly onMap: (uploadId: string) => void }) {
  const undo = useUndoUpload()
  const retry = useRetryUpload()
  return (
    <RecentUploads
      endpoints={contracts}
      onPreview={onMap}
      onMap={onMap}
      undo={{
        begin: (id) => undo.mutateAsync({ params: { id } }),
        called: ['contract', 'contracten'],
        addressOf: contractAddress,
      }}
      retry={(id) => retry.mutateAsync({ params: { id } })}
      empty={<EmptyState title="Nog geen uploads" text="Upload een spreadsheet om contracten op het bord te zetten." />}
    />
  )
}
