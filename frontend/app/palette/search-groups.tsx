import {
  Building2,
  CalendarCheck,
  ContactRound,
  FileText,
  Hourglass,
  PhoneCall,
  PhoneOff,
  ReceiptEuro,
  UserRound,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { mayBeGivenWork, type Role } from '../../../shared/access.ts'
import { invoiceStatusLabels } from '../../../shared/api/parts/billing.ts'
import { roleLabels } from '../../../shared/api/parts/fields.ts'
import { leadStatusLabels, saleStatusLabels, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import type { SearchHit, SearchPart, SearchResult } from '../../../shared/api/search.ts'
import { statusLabels } from '../../../shared/appointments/choices.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import type { SearchedField, SearchKind } from '../../../shared/search-fields.ts'
import {
  appointmentAddress,
  contractAddress,
  customerPageAddress,
  invoiceAddress,
  leadAddress,
  partnerAddress,
  saleAddress,
} from '../../domains/addresses.ts'
import { useAppointmentDialogs } from '../../domains/appointment-dialogs.ts'
import { statusTones } from '../../domains/appointments.ts'
import { leadStatusTones } from '../../domains/leads.ts'
import { paths } from '../../domains/paths.ts'
import { saleTones } from '../../domains/sales.ts'
import { formatDate, formatTime, formatWeekday } from '../../lib/format.ts'
import { useCan } from '../../lib/session.ts'
import { Badge, type Tone } from '../../ui/display/badge.tsx'
import type { PaletteGroup, PaletteItem } from '../../ui/frame/command-palette.tsx'

const kinds: Readonly<Record<SearchKind, { readonly heading: string; readonly icon: ReactNode }>> = {
  customer: { heading: 'Klanten', icon: <ContactRound /> },
  appointment: { heading: 'Afspraken', icon: <CalendarCheck /> },
  lead: { heading: 'Leads', icon: <PhoneCall /> },
  sale: { heading: 'Sales', icon: <ReceiptEuro /> },
  contract: { heading: 'Contracten', icon: <Hourglass /> },
  invoice: { heading: 'Facturen', icon: <FileText /> },
  partner: { heading: 'Partners', icon: <Building2 /> },
  person: { heading: 'Mensen', icon: <UserRound /> },
}

/**
 * Returns a search result as groups of palette items, with each customer once. An appointment opens over the current
 * screen, any other hit at its address.
 */
export function useSearchGroups({ groups }: SearchResult): PaletteGroup[] {
  const navigate = useNavigate()
  const { openDetails } = useAppointmentDialogs()
  const addressOf = useAddressOf()
  return withoutKnown(groups).map(({ kind, hits, hasMore }) => ({
    heading: kinds[kind].heading,
    count: `${hits.length}${hasMore ? '+' : ''}`,
    items: hits.map((hit): PaletteItem => {
      const address = addressOf(hit)
      return {
        id: `${kind}-${hit.id}`,
        label: <Parts parts={hit.title} isTitle />,
        detail: (
          <>
            <Parts parts={hit.subtitle.filter(({ field }) => field !== 'endDate')} />
            {callWords(hit)}
          </>
        ),
        icon: kinds[kind].icon,
        aside: <HitStatus {...hit} />,
        isFound: true,
        address,
        onSelect: () => (kind === 'appointment' ? openDetails(hit) : navigate(address)),
      }
    }),
  }))
}

/** Fields of a record that its customer does not have; whoever searches in one of them means the record. */
const ofRecords: readonly SearchedField[] = ['ean', 'iban', 'number']

/**
 * Leaves out the records of customers that are hits themselves, as the page of a customer has them all. Keeps a record
 * that was found by a text that its customer was not found by.
 */
function withoutKnown(groups: SearchResult['groups']): SearchResult['groups'] {
  const hits = groups.flatMap((group) => group.hits)
  const isKnown = ({ customerId, found }: SearchHit) =>
    hits.some(({ kind, id, found: known }) => {
      const isTheirs = kind === 'customer' && id === customerId
      return isTheirs && found.every((field) => known.includes(field) && !ofRecords.includes(field))
    })
  return groups.map((group) => ({ ...group, hits: group.hits.filter((hit) => !isKnown(hit)) }))
}

/**
 * Returns a function that gives the address of a hit. For a colleague this is the list of users, searched by name. When
 * the user may not read that list and the colleague is an agent or team leader, it is the list of their appointments.
 */
function useAddressOf() {
  const managesUsers = useCan('user:read')
  const addresses: Readonly<Record<Exclude<SearchKind, 'person'>, (id: string) => string>> = {
    customer: customerPageAddress,
    appointment: appointmentAddress,
    lead: leadAddress,
    sale: saleAddress,
    contract: contractAddress,
    invoice: invoiceAddress,
    partner: partnerAddress,
  }
  return ({ kind, id, title, subtitle }: SearchHit): string => {
    if (kind !== 'person') return addresses[kind](id)
    const role = subtitle.find(({ field }) => field === 'role')?.text as Role | undefined
    const name = title.find(({ field }) => field === 'name')?.text ?? ''
    return managesUsers || !role || !mayBeGivenWork(role)
      ? `${paths.users}?${new URLSearchParams({ q: name })}`
      : `${paths.appointments}?${new URLSearchParams({ agentId: id })}`
  }
}

/** Returns in words whether the number of a hit may be called; none where the hit shows no number or a sign. */
const callWords = ({ subtitle, mayCall, doNotCall }: SearchHit): string =>
  mayCall && !doNotCall && subtitle.some(({ field }) => field === 'phone') ? ` · ${callStateText(mayCall)}` : ''

/** Shows the parts of a hit with dots between them, and marks the characters that match the search. */
function Parts({ parts, isTitle = false }: { readonly parts: readonly SearchPart[]; readonly isTitle?: boolean }) {
  return parts.map((part, index) => (
    <span key={part.field} className={isTitle && index === 0 ? 'pv-strong' : undefined}>
      {index > 0 && ' · '}
      {part.marks.length > 0 ? drawMarks(part) : textOf(part)}
    </span>
  ))
}

function textOf({ field, text }: SearchPart): string {
  if (field === 'moment') return `${formatWeekday(text)} ${formatTime(text)}`
  if (field === 'date') return formatDate(text)
  return field === 'role' ? roleLabels[text as Role] : text
}

function drawMarks({ text, marks }: SearchPart): ReactNode[] {
  const ends = [0, ...marks.flatMap(({ from, to }) => [from, to]), text.length]
  return ends.slice(1).map((end, index) => {
    const part = text.slice(ends[index], end)
    return index % 2 === 1 ? <mark key={end}>{part}</mark> : part
  })
}

/**
 * Shows the state of a hit: a sign or badge if it is not to be called, and its status or the day on which a contract
 * ends.
 */
function HitStatus({ status, statusOf, doNotCall, subtitle }: SearchHit) {
  const endDate = subtitle.find(({ field }) => field === 'endDate')?.text
  const badge = endDate ? { label: `eindigt ${formatDate(endDate)}`, tone: 'warn' as const } : badgeOf(statusOf, status)
  return (
    <>
      {doNotCall && (badge ? <ClosedSign /> : <ClosedBadge />)}
      {badge && <Badge tone={badge.tone}>{badge.label}</Badge>}
    </>
  )
}

const CLOSED = 'Wil niet gebeld worden'

const ClosedSign = () => (
  <span className="pv-palette-closed" role="img" aria-label={CLOSED} title={CLOSED}>
    <PhoneOff aria-hidden="true" />
  </span>
)

const ClosedBadge = () => (
  <Badge tone="bad" dot={false}>
    <PhoneOff aria-hidden="true" />
    {CLOSED}
  </Badge>
)

/** Labels and colours of the statuses, by kind of hit. */
const statuses: Partial<
  Record<
    SearchKind,
    { readonly labels: Readonly<Record<string, string>>; readonly tones?: Readonly<Record<string, Tone>> }
  >
> = {
  appointment: { labels: statusLabels, tones: statusTones },
  lead: { labels: leadStatusLabels, tones: leadStatusTones },
  sale: { labels: saleStatusLabels, tones: saleTones },
  contract: { labels: salesStatusLabels },
  invoice: { labels: invoiceStatusLabels },
}

function badgeOf(kind: SearchKind | null, status: string | null): { label: string; tone: Tone } | null {
  const words = kind === null ? undefined : statuses[kind]
  const label = status === null ? undefined : words?.labels[status]
  return label === undefined || status === null ? null : { label, tone: words?.tones?.[status] ?? 'neutral' }
}
