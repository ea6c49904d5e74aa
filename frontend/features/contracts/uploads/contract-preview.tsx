import { contracts } from '../../../../shared/api/contracts.ts'
import { contractColumnLabels } from '../../../../shared/api/schemas/contract-columns.ts'
import { type MappedImport, MappedPreview } from '../../../records/imports/mapped-preview.tsx'

interface ContractPreviewProps {
  readonly uploadId: string
  readonly onClose: () => void
}

const mapped: MappedImport<keyof typeof contractColumnLabels> = {
  endpoints: contracts,
  labels: contractColumnLabels,
  unused: 'Bewaren',
  rememberHint: 'Een volgend bestand met deze kolommen gaat vanzelf.',
}

/** Shows what an upload of contracts will change before it is stored, and the meaning of its columns. */
export const ContractPreview = (props: ContractPreviewProps) => <MappedPreview {...props} of={mapped} />
