import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { IconButton } from '../ui/buttons/icon-button.tsx'
import { classNames } from '../ui/class-names.ts'
import { Dialog, DialogBody } from '../ui/dialogs/dialog.tsx'
import { useKeys } from '../ui/keys.ts'
import { Fill } from '../ui/layout/fill.tsx'
import { Row } from '../ui/layout/layout.tsx'
import { Text } from '../ui/layout/text.tsx'
import { Unbroken } from '../ui/layout/unbroken.tsx'
import { useMedia } from '../ui/use-media.ts'
import styles from './detail-panel.module.css'

/** Minimum width of a window that shows a record beside its list. */
const WIDE = '(min-width: 1280px)'

/** Tells whether the window is wide enough to show a record beside its list. */
export const useRoomBeside = (): boolean => useMedia(WIDE)

interface DetailLayoutProps {
  /** Id of the shown record; null if none is. */
  readonly opened: string | null
  readonly onOpen: (id: string) => void
  /** A `DetailPanel`, or other content beside the list. */
  readonly detail: ReactNode
  readonly children: ReactNode
}

/**
 * Shows a list with `detail` beside it. While a record is open in a wide window, focusing another row opens the record
 * of that row.
 */
export function DetailLayout({ opened, onOpen, detail, children }: DetailLayoutProps) {
  const isWide = useRoomBeside()
  const list = useRef<HTMLDivElement>(null)
  // A layout effect, so that the listener always knows the open record: a row that gets focus back when its record
  // closes must not open the record again.
  useLayoutEffect(() => {
    const element = list.current
    if (!element || !isWide || opened === null) return
    const follow = ({ target }: { readonly target: EventTarget | null }) => {
      const id = target instanceof HTMLTableRowElement ? target.dataset['row'] : undefined
      if (id !== undefined && id !== opened) onOpen(id)
    }
    element.addEventListener('focusin', follow)
    return () => element.removeEventListener('focusin', follow)
  })
  return (
    <Row align="stretch" grow minHeight={0}>
      <Fill ref={list}>{children}</Fill>
      {detail}
    </Row>
  )
}

export interface Neighbours {
  readonly previous: (() => void) | null
  readonly next: (() => void) | null
}

/**
 * Returns functions that open the rows before and after the row with `id`. Null where there is no such row; both are
 * null when the row with `id` is not loaded.
 */
export function neighboursOf<Row extends { readonly id: string }>(
  rows: readonly Row[] | undefined,
  id: string,
  open: (id: string) => void,
): Neighbours {
  const at = rows?.findIndex((row) => row.id === id) ?? -1
  const openerOf = (row: Row | undefined) => (at === -1 || row === undefined ? null : () => open(row.id))
  return { previous: openerOf(rows?.[at - 1]), next: openerOf(rows?.[at + 1]) }
}

interface DetailPanelProps extends Neighbours {
  /** Id of the record; its row in the list gets the focus when the panel closes. */
  readonly id: string
  readonly title: string
  readonly badge?: ReactNode
  readonly description?: ReactNode
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Shows one record beside its list; in a narrow window in a dialog, on a phone in a sheet. */
export function DetailPanel(props: DetailPanelProps) {
  const isWide = useRoomBeside()
  return isWide ? <PanelBeside {...props} /> : <PanelOver {...props} />
}

function PanelBeside({ id, title, badge, description, previous, next, onClose, children }: DetailPanelProps) {
  function close(): void {
    onClose()
    document.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus()
  }
  useKeys({ Escape: close, ...(previous && { k: previous }), ...(next && { j: next }) })
  return (
    <Fill as="aside" className={classNames('pv-line-before', styles.panel)} aria-label={title}>
      <Row as="header" gap={4} align="start" size={12} line="below" className={styles.head}>
        <Text as="div" overflow="break" grow>
          <Row as="h2" gap={8} wrap size={16} weight="bold" minHeight={28}>
            {title} {badge}
          </Row>
          {description !== undefined && (
            <p className="pv-soft">
              <Unbroken>{description}</Unbroken>
            </p>
          )}
        </Text>
        <Steps previous={previous} next={next} />
        <IconButton size="small" label="Sluiten" icon={<X />} onClick={close} />
      </Row>
      <Fill scrolls className={classNames('pv-text-13', styles.body)}>
        {children}
      </Fill>
    </Fill>
  )
}

function PanelOver({ title, badge, description, previous, next, onClose, children }: DetailPanelProps) {
  return (
    <Dialog onOpenChange={onClose} title={title} description={description} forReading>
      <DialogBody>
        <Row gap={8} justify="between">
          {badge}
          <Steps previous={previous} next={next} />
        </Row>
        {children}
      </DialogBody>
    </Dialog>
  )
}

function Steps({ previous, next }: Neighbours) {
  return (
    <Row as="span" align="stretch" rigid>
      <IconButton
        size="small"
        label="Vorige rij (k)"
        icon={<ChevronUp />}
        disabled={previous === null}
        onClick={() => previous?.()}
      />
      <IconButton
        size="small"
        label="Volgende rij (j)"
        icon={<ChevronDown />}
        disabled={next === null}
        onClick={() => next?.()}
      />
    </Row>
  )
}
