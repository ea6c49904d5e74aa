import { ChevronDown, ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PartnerPreview } from '../../../shared/api/schemas/monthly-runs.ts'
import { partnerAddress } from '../../domains/addresses.ts'
import { formatMoney, formatNumber, fullNameOf } from '../../lib/format.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { TextLink } from '../../ui/buttons/text-link.tsx'
import { classNames } from '../../ui/class-names.ts'
import { monthHeadingOfDay } from '../../ui/dates/calendar-days.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { toneClassOf } from '../../ui/display/badge.tsx'
import { Fill } from '../../ui/layout/fill.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useIsPhone } from '../../ui/use-media.ts'
import styles from './monthly-runs.module.css'
import { LineCards, LineRows } from './plan-lines.tsx'
import { countPlannedInvoices, describeWaits, groupPartners, sumPartnerAmounts, vatText } from './plan-sums.ts'
import type { Plan } from './use-plan.ts'

interface PlanTableProps {
  readonly plan: Plan
  readonly partners: readonly PartnerPreview[]
  readonly period: { readonly from: string; readonly to: string }
  readonly invoiceDate: string
}

/**
 * Shows the partners of a month with their amounts, in groups: ready to invoice, waiting, and with nothing to invoice.
 */
export function PlanTable({ plan, partners, period, invoiceDate }: PlanTableProps) {
  const { ready, held, nothing } = groupPartners(partners)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const isPhone = useIsPhone()
  const ticked = new Set(plan.chosen.map(({ partnerId }) => partnerId))
  const rowOf = (partner: PartnerPreview): RowProps => ({
    partner,
    plan,
    invoiceDate,
    isOpen: opened.has(partner.partnerId),
    isTicked: ticked.has(partner.partnerId),
    onTick: (isOn) => plan.tick([partner.partnerId], isOn),
    onToggle: () => setOpened(toggleId(opened, partner.partnerId)),
    action: <HoldAction partner={partner} plan={plan} onShow={() => setOpened(toggleId(opened, partner.partnerId))} />,
  })
  const heads = {
    ready: ready.length === 0 ? 'Niets klaar om te factureren' : `Klaar om te factureren · ${partnersText(ready)}`,
    held: `Wacht · ${partnersText(held)}, ${formatMoney(sumPartnerAmounts(held, 'amount'))} excl. btw`,
  }
  const month = monthHeadingOfDay(period.from)
  return (
    <Fill scrolls aria-busy={plan.isStale}>
      {isPhone ? (
        <>
          <h2 className={styles.group}>{heads.ready}</h2>
          {ready.map((one) => (
            <PartnerCard key={one.partnerId} {...rowOf(one)} />
          ))}
          {held.length > 0 && <h2 className={styles.group}>{heads.held}</h2>}
          {held.map((one) => (
            <PartnerCard key={one.partnerId} {...rowOf(one)} />
          ))}
        </>
      ) : (
        <PlainTable edge className={styles.table} aria-label="Partners van deze maand">
          <PlanHead ready={ready} chosen={plan.chosen} onTick={plan.tick} />
          <tbody>
            <GroupRow text={heads.ready} />
            {ready.map((one) => (
              <PartnerRows key={one.partnerId} {...rowOf(one)} />
            ))}
            {ready.length > 0 && <TotalRow chosen={plan.chosen} />}
            {held.length > 0 && <GroupRow text={heads.held} />}
            {held.map((one) => (
              <PartnerRows key={one.partnerId} {...rowOf(one)} />
            ))}
          </tbody>
        </PlainTable>
      )}
      {nothing.length > 0 && (
        <Text as="p" size={13} color="muted" padBlock={10} padInline={16} line="below">
          <strong>Niets in {month.toLowerCase()}:</strong> {nothing.map(({ partnerName }) => partnerName).join(', ')}
        </Text>
      )}
    </Fill>
  )
}

const toggleId = (ids: ReadonlySet<string>, id: string) =>
  new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id])

const partnersText = ({ length }: readonly unknown[]) =>
  length === 1 ? '1 partner' : `${formatNumber(length)} partners`

interface PlanHeadProps {
  readonly ready: readonly PartnerPreview[]
  readonly chosen: readonly PartnerPreview[]
  readonly onTick: Plan['tick']
}

function PlanHead({ ready, chosen, onTick }: PlanHeadProps) {
  const isAll = ready.length > 0 && chosen.length === ready.length
  const ids = ready.map(({ partnerId }) => partnerId)
  return (
    <thead>
      <tr>
        <td className={styles.tick}>
          <input
            type="checkbox"
            className="pv-checkbox"
            aria-label="Alle partners kiezen"
            checked={isAll}
            disabled={ready.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = !isAll && chosen.length > 0
            }}
            onChange={({ target }) => onTick(ids, target.checked)}
          />
        </td>
        <th scope="col">Partner</th>
        <th scope="col">Medewerker</th>
        <th scope="col" className={classNames('pv-end pv-nowrap pv-tabular', styles.items)}>
          Posten
        </th>
        <th scope="col">Wacht</th>
        <th scope="col" className="pv-end pv-nowrap pv-tabular">
          Excl. btw
        </th>
        <th scope="col" className="pv-end pv-nowrap pv-tabular">
          Btw
        </th>
        <th scope="col" className="pv-end pv-nowrap pv-tabular">
          Incl. btw
        </th>
      </tr>
    </thead>
  )
}

const GroupRow = ({ text }: { readonly text: string }) => (
  <tr>
    <th scope="colgroup" colSpan={8} className={styles.group}>
      {text}
    </th>
  </tr>
)

interface RowProps {
  readonly partner: PartnerPreview
  readonly plan: Plan
  readonly invoiceDate: string
  readonly isOpen: boolean
  readonly isTicked: boolean
  readonly onTick: (isOn: boolean) => void
  readonly onToggle: () => void
  readonly action: ReactNode
}

function PartnerRows({ partner, isOpen, action, ...row }: RowProps) {
  const { partnerName, person, items, amount, totalAmount, hold } = partner
  const hasMore = partner.invoices.length > 0 || partner.leftOut.length > 0
  return (
    <>
      <tr className={isOpen ? 'monthly-open' : undefined}>
        <td className={styles.tick}>
          <TickBox partner={partner} {...row} />
        </td>
        <th scope="row">
          {hasMore ? <Toggle name={partnerName} isOpen={isOpen} onToggle={row.onToggle} /> : partnerName}
        </th>
        <td>
          {person && (
            <Row as="span" gap={8} className={styles.person}>
              <Avatar id={person.id} name={fullNameOf(person)} />
              {fullNameOf(person)}
            </Row>
          )}
        </td>
        <td className="pv-end pv-nowrap pv-tabular">{formatNumber(items)}</td>
        <td>
          <Waits partner={partner} />
        </td>
        <td className="pv-end pv-nowrap pv-tabular">{formatMoney(amount)}</td>
        {hold === null ? (
          <>
            <td className="pv-soft pv-end pv-nowrap pv-tabular">{vatText(partner)}</td>
            <td className="pv-end pv-nowrap pv-tabular">
              <Text weight="bold">{formatMoney(totalAmount)}</Text>
            </td>
          </>
        ) : (
          <td className="pv-end pv-nowrap pv-tabular" colSpan={2}>
            {action}
          </td>
        )}
      </tr>
      {isOpen && <LineRows partner={partner} plan={row.plan} invoiceDate={row.invoiceDate} />}
    </>
  )
}

function TickBox({ partner, isTicked, onTick }: Pick<RowProps, 'partner' | 'isTicked' | 'onTick'>) {
  const { partnerName, hold } = partner
  return (
    <input
      type="checkbox"
      className="pv-checkbox"
      aria-label={`Factureren: ${partnerName}`}
      checked={isTicked}
      disabled={hold !== null}
      onChange={({ target }) => onTick(target.checked)}
    />
  )
}

interface ToggleProps {
  readonly name: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const Toggle = ({ name, isOpen, onToggle }: ToggleProps) => (
  <button
    type="button"
    className={classNames(styles.toggle, 'pv-weight-bold pv-break')}
    aria-expanded={isOpen}
    onClick={onToggle}
  >
    {isOpen ? <ChevronDown aria-hidden="true" size={16} /> : <ChevronRight aria-hidden="true" size={16} />}
    {name}
  </button>
)

function Waits({ partner }: { readonly partner: PartnerPreview }) {
  const texts = describeWaits(partner)
  if (texts.length === 0) return <span className="pv-soft">–</span>
  const tone = partner.hold === null || partner.hold === 'negative' || partner.hold === 'waiting' ? 'neutral' : 'warn'
  return (
    <Row as="span" gap={6} color="muted" className={toneClassOf(tone)}>
      {partner.hold !== null && <span className="pv-dot" aria-hidden="true" />}
      {texts.join(' · ')}
    </Row>
  )
}

function TotalRow({ chosen }: { readonly chosen: readonly PartnerPreview[] }) {
  const count = countPlannedInvoices(chosen)
  const items = chosen.reduce((sum, one) => sum + one.items, 0)
  return (
    <tr className={styles.total}>
      <td />
      <th scope="row" colSpan={2}>
        Totaal {count === 1 ? '1 factuur' : `${formatNumber(count)} facturen`}
      </th>
      <td className="pv-end pv-nowrap pv-tabular">{formatNumber(items)}</td>
      <td />
      <td className="pv-end pv-nowrap pv-tabular">{formatMoney(sumPartnerAmounts(chosen, 'amount'))}</td>
      <td className="pv-end pv-nowrap pv-tabular">{formatMoney(sumPartnerAmounts(chosen, 'vatAmount'))}</td>
      <td className="pv-end pv-nowrap pv-tabular">{formatMoney(sumPartnerAmounts(chosen, 'totalAmount'))}</td>
    </tr>
  )
}

/** Shows a partner of the preview as a card, on a phone. */
function PartnerCard({ partner, isOpen, action, ...row }: RowProps) {
  const { partnerName, person, items, amount, totalAmount, hold } = partner
  return (
    <Stack as="section" gap={6} size={13} padBlock={10} padInline={12} line="below" aria-label={partnerName}>
      <div className={styles.cardHead}>
        <TickBox partner={partner} {...row} />
        <div>
          <Toggle name={partnerName} isOpen={isOpen} onToggle={row.onToggle} />
          <p className="pv-soft">
            {person && `${fullNameOf(person)} · `}
            {items === 1 ? '1 post' : `${formatNumber(items)} posten`}
          </p>
          <Waits partner={partner} />
        </div>
        <span className="pv-strong pv-end pv-nowrap pv-tabular">
          {formatMoney(hold === null ? totalAmount : amount)}
        </span>
      </div>
      {hold !== null && <Row justify="end">{action}</Row>}
      {isOpen && <LineCards partner={partner} plan={row.plan} invoiceDate={row.invoiceDate} />}
    </Stack>
  )
}

interface HoldActionProps {
  readonly partner: PartnerPreview
  readonly plan: Plan
  readonly onShow: () => void
}

/**
 * Shows a link or button to remove the reason why a partner cannot be invoiced. Where nothing can be done here, a
 * button shows the partner's lines.
 */
function HoldAction({ partner, plan, onShow }: HoldActionProps): ReactNode {
  const { hold, partnerId, partnerName } = partner
  if (hold === 'noAgreement' || hold === 'noPerson') {
    const text = hold === 'noAgreement' ? 'Overeenkomst toevoegen' : 'Medewerker kiezen'
    return (
      <TextLink to={partnerAddress(partnerId)} aria-label={`${text}: ${partnerName}`}>
        {text}
      </TextLink>
    )
  }
  const actionButton = (text: string, act: () => void) => (
    <Button
      tone="ghost"
      size="small"
      className={classNames(styles.solve, 'pv-color-accent')}
      aria-label={`${text}: ${partnerName}`}
      onClick={act}
    >
      {text}
    </Button>
  )
  if (hold === 'rival') return actionButton('Deze kiezen', () => plan.prefer(partner))
  if (hold === 'beforeAgreement') return actionButton('Toch meenemen', () => plan.setWithEarlier(true))
  return actionButton('Bekijken', onShow)
}
