import { contracts } from '../../../shared/contract/contracts.ts'
import { refreshContracts } from '../../domains/contracts.ts'
import { RecentUploads } from '../../records/recent-uploads.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { loadWrongRows } from './api.ts'

/** The newest uploads of contracts. */
export function ContractUploads({ onMap }: { readonly onMap: (uploadId: string) => void }) {
  return (
    <RecentUploads
      endpoint={contracts.uploads}
      onDone={refreshContracts}
      onMap={onMap}
      loadWrongRows={loadWrongRows}
      empty={<EmptyState title="Nog geen uploads" text="Upload een spreadsheet om contracten op het bord te zetten." />}
    />
  )
}
