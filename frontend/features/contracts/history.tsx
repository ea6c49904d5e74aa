import { contractFields } from '../../../shared/contracts/record.ts'
import { formatFieldValue, labelsOf } from '../../records/field-values.ts'
import { History } from '../../records/history.tsx'
import { useHistory } from './api.ts'

const labels = labelsOf(contractFields)

/** Shows the history of a contract since its import: who changed which fields, and when. */
export const ContractHistory = ({ id }: { readonly id: string }) => (
  <History
    history={useHistory(id)}
    labels={labels}
    textOf={(field, value) => formatFieldValue(contractFields[field], value)}
    verbTexts={{ reveal: 'IBAN bekeken', assign: 'Toegewezen', plan: 'Afspraak gepland' }}
    none="Sinds de import is er niets aan gewijzigd."
  />
)
