import { ChartNoAxesColumn, Table2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { Card } from '../display/card.tsx'
import { Row } from '../layout/layout.tsx'
import { Text } from '../layout/text.tsx'
import { Skeleton } from '../messages/skeleton.tsx'
import './chart.css'

interface ChartCardProps {
  /** Title that says what the chart shows. */
  readonly title: string
  readonly note?: ReactNode
  /** Controls that choose the content of the chart and its table. */
  readonly controls?: ReactNode
  readonly foot?: ReactNode
  readonly className?: string
  readonly isLoading?: boolean
  /** Height of the chart in pixels, reserved so that nothing moves when it loads. */
  readonly height?: number
  /** All figures of the chart as a table. */
  readonly table: ReactNode
  readonly children: ReactNode
}

/**
 * Shows a chart in a card. The key T within the card, or a button, swaps the chart and the table of its figures
 * (design.md rule 10).
 */
export function ChartCard(props: ChartCardProps) {
  const { title, note, controls, foot, className, isLoading = false, height, table, children } = props
  const [isTable, setTable] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const body = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const card = body.current?.closest('section')
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 't' || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      // Focus moves to the button, because the focused element disappears with the chart.
      button.current?.focus()
      button.current?.click()
    }
    card?.addEventListener('keydown', press)
    return () => card?.removeEventListener('keydown', press)
  }, [])

  return (
    <Card
      title={title}
      {...(note && { note })}
      className={classNames('pv-chart-card', className)}
      actions={
        <IconButton
          ref={button}
          label={`${isTable ? 'Toon als grafiek' : 'Toon als tabel'}: ${title}`}
          icon={isTable ? <ChartNoAxesColumn /> : <Table2 />}
          disabled={isLoading}
          onClick={() => setTable(!isTable)}
        />
      }
    >
      {controls !== undefined && (
        <Text as="div" below={12}>
          {controls}
        </Text>
      )}
      <div
        ref={body}
        className="pv-chart-body"
        style={height === undefined ? undefined : { minHeight: height }}
        aria-busy={isLoading}
      >
        {isLoading && <Skeleton height={`${height ?? 220}px`} />}
        {!isLoading && isTable && table}
        {!isLoading && !isTable && children}
      </div>
      {foot !== undefined && (
        <Row gap={12} wrap={4} justify="between" size={12} color="muted" tabular above={12} padTop={12} line="above">
          {foot}
        </Row>
      )}
    </Card>
  )
}

interface ChartKeyProps {
  readonly kind: 'bar' | 'line' | 'dashed'
  readonly hatched?: boolean | undefined
}

/** Shows the sign of a series in the key of a chart: a line, or a bar, possibly hatched. */
export function ChartKey({ kind, hatched = false }: ChartKeyProps) {
  return <span aria-hidden="true" className={`pv-chart-key pv-chart-key-${hatched ? 'hatched' : kind}`} />
}
