import { usePartner } from '../../../domains/partners.ts'
import { UnknownRecord } from '../../../records/unknown-record.tsx'
import type { Returning } from '../../../ui/dialogs/return-focus.ts'
import { useSettings } from '../api.ts'
import { NEW } from '../use-opened.ts'
import { PartnerDialog } from './partner-dialog.tsx'

interface PartnerDialogLoaderProps extends Returning {
  /** Id of the partner; `NEW` for a new one. */
  readonly id: string
}

/** Fetches the partner with an id and shows the form that edits it; for the id `NEW` an empty form. */
export function PartnerDialogLoader({ id, ...rest }: PartnerDialogLoaderProps) {
  return id === NEW ? <NewPartnerForm {...rest} /> : <ExistingPartner id={id} {...rest} />
}

/** Shows the form of a new partner, with the default payment terms in the settings. */
function NewPartnerForm(rest: Omit<PartnerDialogLoaderProps, 'id'>) {
  const { data, error, refetch } = useSettings()
  if (data) return <PartnerDialog partner={null} defaultTerms={data.defaultPaymentTerms} {...rest} />
  return <UnknownRecord noun="Partner" gone="" error={error} onRetry={refetch} {...rest} />
}

function ExistingPartner({ id, ...rest }: PartnerDialogLoaderProps) {
  const { data, error, refetch, isFetchedAfterMount } = usePartner(id)
  if (data && isFetchedAfterMount) return <PartnerDialog partner={data} {...rest} />
  return <UnknownRecord noun="Partner" gone="De partner is verwijderd." error={error} onRetry={refetch} {...rest} />
}
