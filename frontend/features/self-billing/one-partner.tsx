import type { RefObject } from 'react'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { usePartner } from './api.ts'
import { PartnerDialog } from './partner-dialog.tsx'
import { NEW } from './use-opened.ts'

interface OnePartnerProps {
  /** `NEW` for one that is still to be made. */
  readonly id: string
  readonly returnFocus: RefObject<HTMLElement | null>
  readonly onClose: () => void
}

/** The form of the partner that the address names. */
export function OnePartner({ id, ...rest }: OnePartnerProps) {
  return id === NEW ? <PartnerDialog partner={null} {...rest} /> : <Known id={id} {...rest} />
}

function Known({ id, ...rest }: OnePartnerProps) {
  const { data, error, refetch, isFetchedAfterMount } = usePartner(id)
  if (data && isFetchedAfterMount) return <PartnerDialog partner={data} {...rest} />
  return <UnknownRecord noun="Partner" gone="De partner is verwijderd." error={error} onRetry={refetch} {...rest} />
}
