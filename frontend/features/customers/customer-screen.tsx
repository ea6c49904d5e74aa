import { ArrowLeft, UserSearch } from 'lucide-react'
import { useParams } from 'react-router-dom'
import type { Customer } from '../../../shared/api/schemas/customers.ts'
import { callPartLabels, callPartOf } from '../../../shared/numbers/states.ts'
import { CustomerPhone, MapLink } from '../../domains/contact/contact.tsx'
import { useCustomer } from '../../domains/customers.tsx'
import { paths } from '../../domains/paths.ts'
import { formatDate } from '../../lib/format.ts'
import { usePreviousScreen } from '../../lib/previous-screen.ts'
import { isGone } from '../../records/failure.ts'
import { LinkButton } from '../../ui/buttons/link-button.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Screen } from '../../ui/frame/screen.tsx'
import { Split } from '../../ui/layout/columns.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { Unbroken } from '../../ui/layout/unbroken.tsx'
import { EmptyState } from '../../ui/messages/empty-state.tsx'
import { ErrorState } from '../../ui/messages/error-state.tsx'
import { Skeleton } from '../../ui/messages/skeleton.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import { Actions } from './actions.tsx'
import { ConsentCard } from './consent-card.tsx'
import { ContractsCard } from './contracts-card.tsx'
import styles from './customer.module.css'
import { contactOf } from './details.ts'
import { KnownUnderCard } from './known-under-card.tsx'
import { OpenCard } from './open-card.tsx'
import { TimelineCard } from './timeline-card.tsx'

/** Shows one customer with the newest records that the user may see, at `/klant/{id}`. */
export function CustomerScreen() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useCustomer(id)
  return (
    <Screen title="Klant" toolbar={<Back />}>
      {data ? (
        <OneCustomer key={id} customer={data} />
      ) : error ? (
        isGone(error) ? (
          <EmptyState
            icon={<UserSearch />}
            title="Klant niet gevonden"
            text="Er is niets van deze klant, of niets dat je mag zien."
          />
        ) : (
          <ErrorState error={error} onRetry={refetch} />
        )
      ) : (
        <div role="status" aria-busy="true" aria-label="Klant laden">
          <Skeleton height="420px" />
        </div>
      )}
    </Screen>
  )
}

function Back() {
  const from = usePreviousScreen()
  return (
    <LinkButton to={from ? from.pathname + from.search : paths.dashboard} tone="ghost" icon={<ArrowLeft />}>
      Terug
    </LinkButton>
  )
}

function OneCustomer({ customer }: { readonly customer: Customer }) {
  const isPhone = useIsPhone()
  return (
    <>
      <Head customer={customer} />
      <Split columns="minmax(0, 1fr) 304px" below={960} gap={12}>
        <Stack gap={12}>
          <OpenCard customer={customer} />
          <TimelineCard customer={customer} />
        </Stack>
        <Stack gap={12} className={styles.side}>
          {!isPhone && <Actions customer={customer} />}
          <ConsentCard customer={customer} />
          <KnownUnderCard customer={customer} />
          <ContractsCard customer={customer} />
        </Stack>
      </Split>
      {isPhone && <Actions customer={customer} />}
    </>
  )
}

const partTones = { may: 'ok', none: 'warn', closed: 'bad' } as const

function Head({ customer }: { readonly customer: Customer }) {
  const { id, customerName, companyName, doNotCallSince } = customer
  const { phones, emails, places, since } = contactOf(customer)
  const part = callPartOf(customer.mayCall.state)
  return (
    <Row as="header" gap={16} wrap>
      <Avatar id={id} name={customerName} size="large" />
      <Text as="div" basis={260} minWidth={0}>
        <Row as="h2" gap={10} wrap={4} size={22} weight="bold" overflow="break">
          {customerName}{' '}
          <Badge tone={partTones[part]}>{doNotCallSince ? 'Wil niet gebeld worden' : callPartLabels[part]}</Badge>
        </Row>
        <p className="pv-soft">
          <Unbroken>
            {[companyName, places[0]?.city, since && `bekend sinds ${formatDate(since)}`].filter(Boolean).join(' · ')}
          </Unbroken>
        </p>
      </Text>
      <Row as="dl" gap={24} align="stretch" wrap={8} size={13} className={styles.contact}>
        {phones[0] && (
          <div>
            <dt>Telefoon</dt>
            <dd>
              <CustomerPhone phone={phones[0]} closed={doNotCallSince} mayCall={customer.mayCall} brief />
            </dd>
          </div>
        )}
        {emails[0] && (
          <div>
            <dt>E-mail</dt>
            <dd>
              <a href={`mailto:${emails[0]}`}>{emails[0]}</a>
            </dd>
          </div>
        )}
        {places.slice(0, 2).map((place, index) => (
          <div key={place.text}>
            <dt>{index === 0 ? 'Adres' : '2e adres'}</dt>
            <dd>
              <MapLink place={place} />
            </dd>
          </div>
        ))}
      </Row>
    </Row>
  )
}
