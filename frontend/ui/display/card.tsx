import { ArrowDownRight, ArrowUpRight } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { Row } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import './badge.css'
import { classNames } from '../class-names.ts'
import './card.css'

interface CardProps {
  readonly title?: ReactNode
  /** Text beside the title, such as the period. */
  readonly note?: ReactNode
  readonly actions?: ReactNode
  /** Set to scroll to the card and mark it, such as one that was just saved. */
  readonly marked?: boolean
  readonly className?: string
  readonly children: ReactNode
}

/**
 * Shows a part of a page within a thin border, with an optional heading. With `marked` the page scrolls to it and
 * highlights it.
 */
export function Card({ title, note, actions, marked = false, className, children }: CardProps) {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    if (marked) element.current?.scrollIntoView({ block: 'nearest' })
  }, [marked])
  return (
    <section ref={element} className={classNames('pv-card', marked && 'pv-card-marked', className)}>
      {(title !== undefined || actions !== undefined) && (
        <Row as="header" gap={12} className="pv-card-header">
          <h2 className="pv-card-title">{title}</h2>
          {note !== undefined && (
            <Text size={12} color="soft" className="pv-card-note">
              {note}
            </Text>
          )}
          {actions}
        </Row>
      )}
      {children}
    </section>
  )
}

interface StatCardProps {
  readonly label: string
  readonly value: ReactNode
  /** Small print under the figure. */
  readonly caption?: ReactNode
  /** Few words that say what the figure counts, such as whose sales. */
  readonly note?: ReactNode
  /** Address of the list behind the figure; the whole card links to it. */
  readonly to?: string | undefined
  /** Change of the figure: up is good; the arrow repeats what the colour says. */
  readonly trend?: { readonly direction: 'up' | 'down'; readonly text: string }
  /** Small chart with its own text alternative. */
  readonly chart?: ReactNode
}

/** Shows one figure of a dashboard in a card, with its label and trend. */
export function StatCard({ label, value, caption, note, to, trend, chart }: StatCardProps) {
  const Arrow = trend?.direction === 'down' ? ArrowDownRight : ArrowUpRight
  return (
    <section className={classNames('pv-card pv-stat', to && 'pv-stat-open')}>
      <Text as="h2" size={13} weight="medium" color="muted" className="pv-stat-label">
        {to ? <Link to={to}>{label}</Link> : label}
      </Text>
      <Text as="p" size={28} weight="bold" tabular above={6}>
        {value}
      </Text>
      <Row gap={8} wrap={2} justify="between" size={12} above={8} minHeight={20}>
        {trend && (
          <Text
            weight="strong"
            tabular
            className={classNames('pv-stat-trend', trend.direction === 'down' ? 'pv-tone-bad' : 'pv-tone-ok')}
          >
            <Arrow aria-hidden="true" size={14} />
            <span className="pv-hidden">{trend.direction === 'down' ? 'Gedaald met ' : 'Gestegen met '}</span>
            {trend.text}
          </Text>
        )}
        {caption !== undefined && <Text color="soft">{caption}</Text>}
        {note !== undefined && <Text color="soft">{note}</Text>}
        {chart}
      </Row>
    </section>
  )
}
