import { useWatch } from 'react-hook-form'
import { Link } from 'react-router-dom'
import { isPostcode, normaliseEan, normalisePostcode } from '../../../shared/identifiers.ts'
import { MAX_SAME_SALES } from '../../../shared/sales/choices.ts'
import type { Sale, SaleWarning } from '../../../shared/sales/schemas.ts'
import { saleAddress } from '../../domains/addresses.ts'
import { formatDate } from '../../lib/format.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Note } from '../../ui/display/note.tsx'
import { LiveNote } from '../../ui/messages/live-note.tsx'
import { type SaleCheck, useKnownSales } from './api.ts'
import type { SaleFormOf } from './fields.tsx'

interface KnownSalesProps {
  readonly form: SaleFormOf
  readonly sale: Sale | null
}

const reasons = { ean: 'dezelfde EAN', customer: 'dezelfde klant op dit adres' } as const

/** Shows, while a sale is typed, sales of the past 24 months that may be the same (rulings 33). Never blocks saving. */
export function KnownSales({ form, sale }: KnownSalesProps) {
  const [customerName, postalCode, houseNumber, electricity, gas] = useWatch({
    control: form.control,
    name: ['customerName', 'postalCode', 'houseNumber', 'eanElectricity', 'eanGas'],
  })
  const typed = {
    ...customerOf(customerName, postalCode, houseNumber),
    ...eanOf('eanElectricity', electricity),
    ...eanOf('eanGas', gas),
  }
  const asked = JSON.parse(useDebounced(JSON.stringify(typed))) as SaleCheck
  const isAsked = Object.keys(asked).length > 0
  const { data, isError } = useKnownSales(isAsked ? { ...asked, ...(sale ? { except: sale.id } : {}) } : null)
  const same = isAsked ? sameOf(data?.warnings ?? []) : []
  return (
    <LiveNote
      lines={2}
      tone="warn"
      quiet={
        isError
          ? 'Controle op dubbele sales mislukt.'
          : data
            ? 'Er is geen andere sale van deze klant of aansluiting.'
            : 'Controle op dubbele sales: vul klant en adres of een EAN in.'
      }
    >
      {same.length > 0 ? <Same warnings={same} /> : null}
    </LiveNote>
  )
}

/** Shows on the page of a sale which other sales may be the same; renders nothing without any. */
export function SameSales({ warnings }: { readonly warnings: readonly SaleWarning[] }) {
  const same = sameOf(warnings)
  if (same.length === 0) return null
  return (
    <Note role="status">
      <Same warnings={same} />
    </Note>
  )
}

/** Leaves out warnings about check digits, which the EAN fields show. */
const sameOf = (warnings: readonly SaleWarning[]) => warnings.filter(({ kind }) => kind !== 'check-digit')

function Same({ warnings }: { readonly warnings: readonly SaleWarning[] }) {
  const named = warnings.filter(({ saleId }) => saleId !== null)
  return (
    <>
      <p>Deze sale is mogelijk al geregistreerd:</p>
      <ul>
        {warnings.map((warning) => (
          <li key={`${warning.kind}-${warning.saleId}`}>
            <Known warning={warning} />
          </li>
        ))}
      </ul>
      {named.length === MAX_SAME_SALES && <p>Alleen de {MAX_SAME_SALES} nieuwste zijn genoemd.</p>}
    </>
  )
}

function Known({ warning: { kind, saleId, saleDate } }: { readonly warning: SaleWarning }) {
  if (kind === 'check-digit') return null
  if (saleId === null) return `Een sale van een ander met ${reasons[kind]}`
  return (
    <>
      <Link to={saleAddress(saleId)} target="_blank">
        Sale van {formatDate(saleDate)}
      </Link>
      {` met ${reasons[kind]}`}
    </>
  )
}

function customerOf(customerName: string, postalCode: string, houseNumber: string): SaleCheck {
  const known = { customerName: customerName.trim(), postalCode: normalisePostcode(postalCode), houseNumber }
  return known.customerName && isPostcode(known.postalCode) && houseNumber.trim() ? known : {}
}

function eanOf(name: 'eanElectricity' | 'eanGas', text: string | null | undefined): SaleCheck {
  const ean = normaliseEan(text ?? '')
  return /^\d{18}$/.test(ean) ? { [name]: ean } : {}
}
