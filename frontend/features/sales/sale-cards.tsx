import { CalendarCheck, ChevronRight, Flame, Hourglass, type LucideIcon, MapPin, PhoneCall, Zap } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { leadStatusLabels, salesStatusLabels } from '../../../shared/api/parts/statuses.ts'
import { sales } from '../../../shared/api/sales.ts'
import { statusLabelOf } from '../../../shared/appointments/choices.ts'
import { callStateText } from '../../../shared/numbers/state-texts.ts'
import { saleFields } from '../../../shared/sales/record.ts'
import type { SaleDetails } from '../../../shared/sales/schemas.ts'
import { appointmentAddress, leadAddress } from '../../domains/addresses.ts'
import { CustomerPhone, MapLink } from '../../domains/contact/contact.tsx'
import { CustomerLink } from '../../domains/customers.tsx'
import { paths } from '../../domains/paths.ts'
import { ownersOfSale } from '../../domains/sales.ts'
import { formatDate, formatNumber, formatWeekday } from '../../lib/format.ts'
import { useCommand } from '../../lib/query.ts'
import { useCan } from '../../lib/session.ts'
import { Iban } from '../../records/iban.tsx'
import { cardItemsOf } from '../../records/shown-fields.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/display/card.tsx'
import { Details } from '../../ui/display/details.tsx'
import { Grid } from '../../ui/layout/grid.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import styles from './sales.module.css'

interface SaleProps {
  readonly sale: SaleDetails
}

/** Shows the customer of a sale, with the IBAN of the bank account. */
export function CustomerCard({ sale }: SaleProps) {
  const { companyName, customerPhone, customerEmail, notes, doNotCallSince, mayCall } = sale
  const mayReveal = useCan('sale:reveal', { teamId: sale.teamId, owners: ownersOfSale(sale) })
  const reveal = useCommand(sales.reveal)
  return (
    <Card title="Klant">
      <Details
        items={[
          { label: 'Contactpersoon', value: companyName && <CustomerLink record={sale} /> },
          {
            label: 'Telefoon',
            value: (
              <Stack gap={2} align="start">
                <CustomerPhone phone={customerPhone} closed={doNotCallSince} />
                {mayCall && !doNotCallSince && (
                  <Text size={13} weight="regular" color="muted">
                    {callStateText(mayCall)}
                  </Text>
                )}
              </Stack>
            ),
          },
          { label: 'E-mail', value: customerEmail && <a href={`mailto:${customerEmail}`}>{customerEmail}</a> },
          ...cardItemsOf(saleFields, sale, 'customer'),
          { label: 'IBAN', value: <Iban id={sale.id} iban={sale.iban} mayReveal={mayReveal} reveal={reveal} /> },
          {
            label: 'Notities',
            value: notes && (
              <Text weight="regular" overflow="lines">
                {notes}
              </Text>
            ),
          },
        ]}
      />
    </Card>
  )
}

/** Shows the delivery addresses of a sale, with their EANs. */
export function AddressesCard({ sale }: SaleProps) {
  const all = [sale, ...sale.additionalAddresses]
  return (
    <Card title="Adressen">
      <Grid as="ul" least={220} gap={12}>
        {all.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: addresses have nothing else that tells them apart
          <Row key={index} as="li" gap={12} align="start" size={13} overflow="break" className={styles.tile}>
            <MapPin aria-hidden="true" />
            <div>
              <Text as="p" weight="strong">
                <MapLink place={one} />
              </Text>
              {one.eanElectricity && <p className="pv-soft">EAN stroom {inFours(one.eanElectricity)}</p>}
              {one.eanGas && <p className="pv-soft">EAN gas {inFours(one.eanGas)}</p>}
            </div>
          </Row>
        ))}
      </Grid>
    </Card>
  )
}

const inFours = (ean: string) => ean.replace(/(.{4})(?=.)/g, '$1 ')

/** Shows the product of a sale, its contract period and the consumption. */
export function ProductCard({ sale }: SaleProps) {
  const { productType, contractStartDate, contractEndDate, electricityUsage, gasUsage } = sale
  const span = [contractStartDate, contractEndDate].filter(Boolean).map((date) => formatDate(date))
  return (
    <Card title="Product en verbruik" className={styles.product}>
      <Details items={[...cardItemsOf(saleFields, sale, 'product'), { label: 'Contract', value: span.join(' – ') }]} />
      <Grid least={220} gap={12} above={16}>
        {productType !== 'gas' && <Usage icon={Zap} label="Stroom" amount={electricityUsage} unit="kWh/jaar" />}
        {productType !== 'stroom' && <Usage icon={Flame} label="Gas" amount={gasUsage} unit="m³/jaar" />}
      </Grid>
    </Card>
  )
}

interface UsageProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly amount: number | null
  readonly unit: string
}

function Usage({ icon: Icon, label, amount, unit }: UsageProps) {
  return (
    <Row gap={12} size={13} className={classNames(styles.tile, styles.tileFigure)}>
      <Icon aria-hidden="true" />
      <div>
        <p className="pv-soft">{label}</p>
        <p>
          <Text size={16} weight="bold" tabular>
            {formatNumber(amount)}
          </Text>
          {amount !== null && <span className="pv-soft"> {unit}</span>}
        </p>
      </div>
    </Row>
  )
}

/** Shows the records that the sale comes from, as far as the user may see them. */
export function LinkedCard({ sale: { appointment, lead, contract } }: SaleProps) {
  const mayRead = useCan('appointment:read')
  if (!appointment && !lead && !contract) return null
  return (
    <Card title="Gekoppeld">
      <Grid as="ul" least={220} gap={12}>
        {appointment && mayRead && (
          <Linked
            to={appointmentAddress(appointment.id)}
            icon={CalendarCheck}
            title="Afspraak"
            text={`${formatWeekday(appointment.date)} · ${statusLabelOf(appointment.status)}`}
          />
        )}
        {lead && (
          <Linked
            to={leadAddress(lead.id)}
            icon={PhoneCall}
            title="Lead"
            text={`${formatWeekday(lead.date)} · ${labelOf(leadStatusLabels, lead.status)}`}
          />
        )}
        {contract && (
          <Linked
            to={`${paths.expiringContracts}?status=${encodeURIComponent(contract.status)}`}
            icon={Hourglass}
            title="Contract"
            text={`Tot ${formatDate(contract.date)} · ${labelOf(salesStatusLabels, contract.status)}`}
          />
        )}
      </Grid>
    </Card>
  )
}

const labelOf = (labels: Readonly<Record<string, string>>, status: string) => labels[status] ?? status

interface LinkedProps {
  readonly to: string
  readonly icon: LucideIcon
  readonly title: string
  readonly text: ReactNode
}

function Linked({ to, icon: Icon, title, text }: LinkedProps) {
  return (
    <li>
      <Row as={Link} to={to} gap={12} size={13} overflow="break" hover className={classNames(styles.tile, styles.link)}>
        <Icon aria-hidden="true" />
        <Stack as="span" grow>
          <Text weight="strong">{title}</Text>
          <span className="pv-soft">{text}</span>
        </Stack>
        <ChevronRight aria-hidden="true" />
      </Row>
    </li>
  )
}
