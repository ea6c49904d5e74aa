import type { RefObject } from 'react'
import { UnknownRecord } from '../../records/unknown-record.tsx'
import { usePartner, useSettings } from './api.ts'
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
  return id === NEW ? <Made {...rest} /> : <Known id={id} {...rest} />
}

/** A new one has the terms of the settings until somebody chooses others. */
function Made(rest: Omit<OnePartnerProps, 'id'>) {
  const { data, error, refetch } = useSettings()
  if (data) return <PartnerDialog partner={null} defaultTerms={data.defaultPaymentTerms} {...rest} />
  return <UnknownRecord noun="Partner" gone="" error={error} onRetry={refetch} {...rest} />
}

function Known({ id, ...rest }: OnePartnerProps) {
  const { data, error, refetch, isFetchedAfterMount } = usePartner(id)
  if (data && isFetchedAfterMount) return <PartnerDialog partner={data} {...rest} />
  return <UnknownRecord noun="Partner" gone="De partner is verwijderd." error={error} onRetry={refetch} {...rest} />
}
