import { UnknownRecord } from '../../records/unknown-record.tsx'
import { useContract } from './api.ts'
import { ContractDialog } from './contract-dialog.tsx'

interface OneContractProps {
  readonly id: string
  readonly onClose: () => void
}

/** Shows the details of the contract that the page address names. */
export function OneContract({ id, onClose }: OneContractProps) {
  const { data, error, refetch } = useContract(id)
  if (data) return <ContractDialog contract={data} onClose={onClose} />
  return (
    <UnknownRecord
      noun="Contract"
      gone="Het contract is er niet meer."
      error={error}
      onRetry={refetch}
      onClose={onClose}
    />
  )
}
