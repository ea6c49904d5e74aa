import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react'
import type { Report } from '../../../shared/api/reports.ts'
import { formatMoney, formatPercent } from '../../lib/format.ts'
import { classNames } from '../../ui/class-names.ts'
import { Box } from '../../ui/layout/box.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { Text } from '../../ui/layout/text.tsx'
import type { ReportParts } from './address.ts'
import { CoolingOffPart } from './cooling-off-part.tsx'
import { FigureLink } from './figure-link.tsx'
import styles from './reports.module.css'
import type { FigureTarget } from './use-figure-targets.ts'

/** Terms of the sum, in order. */
const terms = [
  { name: 'revenue', label: 'Omzet', isGood: true },
  { name: 'lateRevenue', label: 'Herroepen na sluiten', sign: '−' },
  { name: 'commissions', label: 'Commissies', sign: '−' },
  { name: 'hourCosts', label: 'Uren', sign: '−' },
  { name: 'fixedCosts', label: 'Vaste kosten', sign: '−' },
  { name: 'margin', label: 'Marge', sign: '=', isGood: true },
] as const

interface ReportSumProps {
  readonly report: Report
  readonly parts: ReportParts
  readonly cellOf: (name: (typeof terms)[number]['name']) => FigureTarget
}

/**
 * Shows the month as one sum: revenue less costs is margin; what withdrawals from closed months cost is a term where
 * there are any. With a compared month, each amount has its change since
 * that month. `cellOf` returns what a click on an amount opens.
 */
export function ReportSum({ report: { totals, before }, parts, cellOf }: ReportSumProps) {
  const hasLate = Boolean(totals.late || before?.late)
  const shown = terms.filter(({ name }) => name !== 'lateRevenue' || hasLate)
  return (
    <Box as="section" padding={0} surface className={styles.sum} aria-label="Het rapport in één som">
      <ul>
        {shown.map(({ name, label, ...term }) => (
          <li key={name} className={classNames(styles.term, name === 'margin' && styles.termMargin)}>
            {'sign' in term && (
              <span className={classNames(styles.sign, 'pv-middle pv-text-12 pv-weight-bold pv-color-muted')}>
                <span aria-hidden="true">{term.sign}</span>
                <span className="pv-hidden">{term.sign === '=' ? 'is gelijk aan' : 'min'}</span>
              </span>
            )}
            <Text size={12} weight="strong" color="muted">
              {label}
            </Text>
            <Text
              as="strong"
              size={22}
              weight="bold"
              color={(totals[name] ?? 0) < 0 ? 'bad' : 'default'}
              tabular
              overflow="nowrap"
              className={styles.termAmount}
            >
              <FigureLink cell={cellOf(name)} label={`${label} ${formatMoney(totals[name])}`}>
                {formatMoney(totals[name])}
              </FigureLink>
            </Text>
            {name === 'revenue' && <CoolingOffPart report={parts} />}
            {before && <Change now={totals[name]} was={before[name]} isGood={'isGood' in term} />}
          </li>
        ))}
      </ul>
    </Box>
  )
}

interface ChangeProps {
  readonly now: number | null
  readonly was: number | null
  /** Set when more is better, which determines the colour of the change. */
  readonly isGood: boolean
}

/**
 * Shows by how much an amount changed, and its value in the compared month. Hours and fixed costs belong to no
 * provider. So in a report of one provider or by provider their amounts are null, and a text says so.
 */
function Change({ now, was, isGood }: ChangeProps) {
  if (now === null || was === null)
    return (
      <Text size={12} color="soft">
        niet per leverancier
      </Text>
    )
  const difference = now - was
  const Arrow = difference === 0 ? Minus : difference > 0 ? ArrowUpRight : ArrowDownRight
  const color = !isGood || difference === 0 ? 'muted' : difference > 0 ? 'ok' : 'bad'
  return (
    <Row as="span" gap={8} wrap={0} size={12} color="soft" tabular className={styles.change}>
      <Row as="span" gap={4} weight="bold" color={color}>
        <Arrow aria-hidden="true" size={13} />
        <span className="pv-hidden">{difference === 0 ? 'gelijk, ' : difference > 0 ? 'gestegen ' : 'gedaald '}</span>
        {was > 0 && <span>{formatPercent(Math.abs(difference / was))}</span>}
      </Row>
      <span>was {formatMoney(was)}</span>
    </Row>
  )
}
