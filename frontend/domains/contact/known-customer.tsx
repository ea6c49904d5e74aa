import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { type KnownRecord, leads } from '../../../shared/api/leads.ts'
import { type DoNotCall, email as emailSchema } from '../../../shared/api/parts/fields.ts'
import { hasPhone, isPostcode, normalisePhone, normalisePostcode } from '../../../shared/identifiers.ts'
import { formatDate } from '../../lib/format.ts'
import { query } from '../../lib/query.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Kbd } from '../../ui/display/kbd.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { LiveNote } from '../../ui/messages/live-note.tsx'
import { appointmentAddress, leadAddress, saleAddress } from '../addresses.ts'
import { paths } from '../paths.ts'
import { describeDoNotCall } from './contact.tsx'

interface KnownCustomerProps {
  readonly phone: string
  readonly email: string
  readonly postalCode: string
  readonly houseNumber: string
  /** Ids of the record in the form and of its related records; these are not listed. */
  readonly except?: readonly (string | null | undefined)[]
  /** Fills the form from what is known of the customer of a record; adds a button, also by Alt O. */
  readonly onTake?: ((record: KnownRecord) => void) | undefined
  /** Set in the details of a record: shows nothing when there is nothing to report. */
  readonly forReading?: boolean
}

/**
 * Shows existing records, other than `except`, that match typed contact details, and whether the number may be called
 * (rulings 32). Searches once typing pauses, and only for complete values, such as a whole phone number. With
 * `forReading` renders nothing when nothing was found.
 */
export function KnownCustomer(props: KnownCustomerProps) {
  const { phone, email, postalCode, houseNumber, except = [], onTake, forReading } = props
  const typed = {
    phone: hasPhone(phone) ? normalisePhone(phone) : undefined,
    email: emailSchema.safeParse(email).success ? email.trim() : undefined,
    ...(isPostcode(normalisePostcode(postalCode)) && houseNumber.trim() !== ''
      ? { postalCode: normalisePostcode(postalCode), houseNumber: houseNumber.trim() }
      : {}),
  }
  const searched = JSON.parse(useDebounced(JSON.stringify(typed))) as typeof typed
  const isSearched = Object.values(searched).some((value) => value !== undefined)
  const excepted = except.filter(Boolean).join(',')
  const { data, isError } = useQuery({
    ...query(leads.known, { query: { ...searched, ...(excepted === '' ? {} : { except: excepted }) } }),
    enabled: isSearched,
    staleTime: 0,
  })
  const hasContent = isSearched && data && (data.doNotCall || data.known.length > 0)
  if (forReading) return hasContent ? <KnownRecords {...data} /> : null
  return (
    <LiveNote lines={2} quiet={isError ? CHECK_FAILED : ''}>
      {hasContent ? <KnownRecords {...data} onTake={onTake} isBeside /> : null}
    </LiveNote>
  )
}

const CHECK_FAILED = 'Controle op bestaande klant mislukt.'

interface KnownRecordsProps extends Pick<KnownCustomerProps, 'onTake'> {
  readonly doNotCall: DoNotCall | null
  readonly known: readonly KnownRecord[]
  /** Set beside the fields of a form: only Alt K moves the focus to the links; Tab skips them. */
  readonly isBeside?: boolean
}

/** Shows known records of a customer, and whether the number must not be called. Beside a form Alt K reaches them. */
function KnownRecords({ doNotCall, known, onTake, isBeside = false }: KnownRecordsProps) {
  const list = useRef<HTMLUListElement>(null)
  const take = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isBeside) return
    const press = (event: KeyboardEvent) => {
      // AltGr and a letter type a character, such as ó.
      if (!event.altKey || event.ctrlKey || event.getModifierState('AltGraph')) return
      const target = event.code === 'KeyK' ? list.current : event.code === 'KeyO' ? take.current : null
      if (!target) return
      event.preventDefault()
      if (target === take.current) target.click()
      else focusNext(target)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [isBeside])
  return (
    <>
      {doNotCall && (
        <p className="pv-color-bad">
          <strong>Dit nummer wil niet gebeld worden</strong>
          {` (${describeDoNotCall(doNotCall)}).`}
        </p>
      )}
      {known.length > 0 && (
        <>
          <Row as="p" gap={8} justify="between">
            <span>Mogelijk al bekend: {isBeside && <Kbd>Alt K</Kbd>}</span>
            {onTake && known[0] && (
              <Button ref={take} size="small" tone="ghost" tabIndex={-1} onClick={() => known[0] && onTake(known[0])}>
                Overnemen <Kbd>Alt O</Kbd>
              </Button>
            )}
          </Row>
          <ul ref={list}>
            {known.map((record) => (
              <li key={record.id}>
                <Link to={addressOf(record)} target="_blank" {...(isBeside ? { tabIndex: -1 } : {})}>
                  {[record.customerName, record.companyName].filter(Boolean).join(' · ')}
                </Link>{' '}
                <span className="pv-soft">
                  <Unbroken>
                    {kinds[record.type]} {formatDate(record.date)}, {reasons[record.by]}
                  </Unbroken>
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** Focuses the first link of a list, or the link after the one that has focus. */
function focusNext(list: HTMLElement | null): void {
  const links = [...(list?.querySelectorAll('a') ?? [])]
  const at = links.indexOf(document.activeElement as HTMLAnchorElement)
  const next = links[(at + 1) % links.length]
  next?.focus()
}

const kinds = { lead: 'Lead van', appointment: 'Afspraak op', contract: 'Contract tot', sale: 'Sale van' } as const
const reasons = { phone: 'zelfde telefoonnummer', email: 'zelfde e-mailadres', address: 'zelfde adres' } as const

function addressOf({ type, id }: KnownRecord): string {
  if (type === 'lead') return leadAddress(id)
  if (type === 'appointment') return appointmentAddress(id)
  return type === 'sale' ? saleAddress(id) : `${paths.expiringContracts}?contract=${id}`
}
