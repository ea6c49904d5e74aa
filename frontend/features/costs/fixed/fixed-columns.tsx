import { Building2, ChevronDown, ChevronRight, Pencil, User, Users } from 'lucide-react'
import type { CostScope, FixedCost } from '../../../../shared/costs/record.ts'
import { formatDate, formatMoney } from '../../../lib/format.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { IconText } from '../../../ui/display/icon-text.tsx'
import { Text } from '../../../ui/layout/text.tsx'
import { CardRow } from '../../../ui/table/data-table-card.tsx'
import type { Column } from '../../../ui/table/data-table-types.ts'
import styles from './fixed.module.css'
import {
  type CostGroup,
  type CostLine,
  costTargetText,
  isOutsideMonth,
  licencesText,
  sumMonthlyAmounts,
} from './fixed-list.ts'

const icons: Record<CostScope, typeof User> = { organisation: Building2, team: Users, person: User }

function ScopeText({ scope, children }: { readonly scope: CostScope; readonly children: string }) {
  const Icon = icons[scope]
  return <IconText icon={<Text as={Icon} color="soft" aria-hidden="true" />}>{children}</IconText>
}

/** Shows the period of a fixed cost: `01-01-2025 · loopt door`. */
function Period({ cost: { effectiveFrom, effectiveTo } }: { readonly cost: FixedCost }) {
  if (effectiveTo !== null) return `${formatDate(effectiveFrom)} t/m ${formatDate(effectiveTo)}`
  return (
    <>
      {formatDate(effectiveFrom)} <span className="pv-soft">· loopt door</span>
    </>
  )
}

const classOf = (line: CostLine) => (isOutsideMonth(line.group) ? 'pv-soft' : undefined)

const categoryOf = (line: CostLine) => ('cost' in line ? line.cost.category.name : line.licences[0]?.category.name)
const descriptionOf = (line: CostLine) =>
  'licences' in line ? licencesText(line.licences) : (line.cost.description ?? '')

const lineAmount = (line: CostLine) => ('licences' in line ? sumMonthlyAmounts(line.licences) : line.cost.monthlyAmount)

/**
 * Returns the columns of the list of fixed costs. `onToggle` folds or unfolds the licences (monthly fees of zzp'ers) of
 * a group.
 */
export const columnsOf = (
  onEdit: (cost: FixedCost) => void,
  onToggle: (group: CostGroup) => void,
): Column<CostLine>[] => [
  {
    id: 'category',
    header: 'Categorie',
    width: 150,
    cell: (line) => (
      <Text weight={isOutsideMonth(line.group) ? 'strong' : 'bold'} className={classOf(line)}>
        {'cost' in line && line.isInner ? '' : categoryOf(line)}
      </Text>
    ),
  },
  {
    id: 'description',
    header: 'Omschrijving',
    least: 160,
    cell: (line) => (
      <span className={isOutsideMonth(line.group) ? 'pv-soft' : 'pv-color-muted'} title={descriptionOf(line)}>
        {'cost' in line && line.isInner ? 'Licentie' : descriptionOf(line)}
      </span>
    ),
  },
  {
    id: 'who',
    header: 'Geldt voor',
    least: 150,
    cell: (line) => (
      <span className={classOf(line)}>
        {'licences' in line ? (
          <ScopeText scope="person">Per zzp'er</ScopeText>
        ) : (
          <ScopeText scope={line.cost.scope}>{costTargetText(line.cost)}</ScopeText>
        )}
      </span>
    ),
  },
  {
    id: 'period',
    header: 'Periode',
    least: 190,
    dropOrder: 1,
    cell: (line) => (
      <span className={classOf(line)}>
        {'licences' in line ? <Text color="muted">Automatisch</Text> : <Period cost={line.cost} />}
      </span>
    ),
  },
  {
    id: 'amount',
    header: 'Per maand',
    width: 130,
    align: 'end',
    cell: (line) => (
      <Text
        weight={isOutsideMonth(line.group) ? 'strong' : 'bold'}
        className={isOutsideMonth(line.group) ? 'pv-soft' : undefined}
      >
        {formatMoney(lineAmount(line))}
      </Text>
    ),
  },
  {
    id: 'edit',
    header: 'Acties',
    headerHidden: true,
    width: 60,
    align: 'end',
    cell: (line) =>
      'licences' in line ? (
        <IconButton
          size="small"
          label={line.isOpen ? 'Licenties inklappen' : 'Licenties uitklappen'}
          icon={line.isOpen ? <ChevronDown /> : <ChevronRight />}
          aria-expanded={line.isOpen}
          onClick={() => onToggle(line.group)}
        />
      ) : (
        <EditCost cost={line.cost} onEdit={onEdit} />
      ),
  },
]

interface EditCostProps {
  readonly cost: FixedCost
  readonly onEdit: (cost: FixedCost) => void
}

/** Shows the button that edits a cost; for a licence, which is edited at its user, a sign that leads there. */
function EditCost({ cost, onEdit }: EditCostProps) {
  if (cost.isLicence)
    return <ChevronRight size={15} className={styles.chevron} role="img" aria-label="Naar gebruiker" />
  return (
    <IconButton
      size="small"
      label={`${cost.description ?? cost.category.name} bewerken`}
      icon={<Pencil />}
      onClick={() => onEdit(cost)}
    />
  )
}

/**
 * Shows a line of the list of fixed costs as a card below 768 px: one cost, or the licences of zzp'ers (freelancers)
 * together.
 */
export function CostCard({ line }: { readonly line: CostLine }) {
  const amount = formatMoney(lineAmount(line))
  if ('licences' in line) {
    return (
      <CardRow
        title={categoryOf(line)}
        meta={descriptionOf(line)}
        end={amount}
        badge={
          line.isOpen ? (
            <ChevronDown size={15} className={styles.chevron} aria-hidden="true" />
          ) : (
            <ChevronRight size={15} className={styles.chevron} aria-hidden="true" />
          )
        }
      />
    )
  }
  const { cost, isInner } = line
  return (
    <span className={classOf(line)}>
      <CardRow
        title={isInner ? costTargetText(cost) : [cost.category.name, cost.description].filter(Boolean).join(' · ')}
        meta={
          <>
            {!isInner && `${costTargetText(cost)} · `}
            <Period cost={cost} />
          </>
        }
        end={amount}
      />
    </span>
  )
}
