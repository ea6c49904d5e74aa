import { contracts } from '../../../../shared/api/contracts.ts'
import { contractAddress } from '../../../domains/addresses.ts'
import { useCommand } from '../../../lib/query.ts'
import { RecentUploads } from '../../../records/imports/recent-uploads.tsx'
import { EmptyState } from '../../../ui/messages/empty-state.tsx'

/**
 * Lists the newest uploads of contracts, with their results and actions. `onMap` opens the preview in which the user
 * chooses the meaning of columns.
 */
export function ContractUploads({ onMap }: { readonly onMap: (uploadId: string) => void }) {
  const undo = useCommand(contracts.undoUpload)
  const retry = useCommand(contracts.retryUpload)
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
