import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useLeaveGuard } from '../../lib/leave-guard.ts'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import { Confirm } from './alert-dialog.tsx'
import './dialog.css'
import { IconButton } from '../buttons/icon-button.tsx'
import { isSubmitKey } from '../keys.ts'
import { Row } from '../layout/layout.tsx'
import { Unbroken } from '../layout/unbroken.tsx'
import { onEscape } from './escape.ts'
import { useReturnFocus } from './return-focus.ts'

interface DialogProps {
  /** By default true, for a dialog that exists only while it is open. */
  readonly open?: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  /** Set while there is unsaved input: closing, Back and leaving the page then ask first. */
  readonly dirty?: boolean
  /** Called when the user discards the unsaved input. */
  readonly onDiscard?: () => void
  /** Size; a `drawer` is as high as the window and at its side. */
  readonly size?: 'small' | 'normal' | 'wide' | 'large' | 'drawer'
  /** Set for a dialog to read first: its first field, which may lie far below, does not get focus. */
  readonly forReading?: boolean
  /** Focuses the first empty field, where others are already filled in. */
  readonly startsAtEmpty?: boolean
  /** Element that gets focus afterwards; by default the one that had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null>
  /** `DialogBody` and `DialogFooter`, possibly within a `Form`. */
  readonly children: ReactNode
}

const CloseContext = createContext<() => void>(() => {})

/** Returns a function that asks the surrounding dialog to close, which first warns about unsaved input. */
const useDialogClose = (): (() => void) => useContext(CloseContext)

/** Forms with unsaved input within a dialog, each with the function that discards it. */
type Unsaved = ReadonlyMap<string, () => void>

const UnsavedContext = createContext<(id: string, discard: (() => void) | null) => void>(() => {})

/**
 * Reports unsaved input of a form to the dialog around it, which then asks before it closes. `discard` runs when the
 * user discards that input.
 */
export function useUnsaved(isUnsaved: boolean, discard: () => void): void {
  const id = useId()
  const tell = useContext(UnsavedContext)
  const latest = useRef(discard)
  useLayoutEffect(() => {
    latest.current = discard
  })
  useEffect(() => {
    if (!isUnsaved) return
    tell(id, () => latest.current())
    return () => tell(id, null)
  }, [id, isUnsaved, tell])
}

const widths = { small: '440px', wide: '820px', large: '1128px' }

/**
 * Shows a dialog in the middle, or a bottom sheet below 768 px; focuses its first field (design.md rule 5). Leaves out
 * Radix's overlay, whose scroll lock writes a style element that the content security policy forbids.
 */
export function Dialog(props: DialogProps) {
  const { open = true, onOpenChange, title, description, size = 'normal', children } = props
  const [unsaved, setUnsaved] = useState<Unsaved>(new Map())
  const tellUnsaved = useCallback(
    (id: string, discard: (() => void) | null) =>
      setUnsaved((all) => new Map([...all].filter(([known]) => known !== id).concat(discard ? [[id, discard]] : []))),
    [],
  )
  const dirty = props.dirty === true || unsaved.size > 0
  const content = useRef<HTMLDivElement>(null)
  const focus = useReturnFocus(props.returnFocus)
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useLeaveGuard(open && dirty, (go) => setLeave(() => go))

  function close(): void {
    if (dirty) setLeave(() => () => onOpenChange(false))
    else onOpenChange(false)
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => (next ? onOpenChange(true) : close())}>
      <Radix.Portal>
        <div className="pv-overlay" />
        <Radix.Content
          ref={content}
          className={classNames('pv-dialog', size === 'drawer' && 'pv-dialog-drawer')}
          style={{ '--width': size in widths ? widths[size as keyof typeof widths] : undefined } as CSSProperties}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.remember()
            const first = props.forReading ? content.current : firstField(content.current, props.startsAtEmpty)
            first?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focus.giveBack()
          }}
          onKeyDown={(event) => {
            onEscape(close)(event)
            sendByKeys(event, content.current)
          }}
        >
          <CloseContext value={close}>
            <Row gap={16} align="start" justify="between" className="pv-dialog-header">
              <div>
                <Radix.Title className="pv-dialog-title">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="pv-dialog-description pv-text-13 pv-color-muted">
                    <Unbroken>{description}</Unbroken>
                  </Radix.Description>
                )}
              </div>
              <IconButton label="Sluiten" icon={<X />} onClick={close} />
            </Row>
            <UnsavedContext value={tellUnsaved}>{children}</UnsavedContext>
          </CloseContext>
          <Confirm
            open={leave !== null}
            onOpenChange={() => setLeave(null)}
            title="Wijzigingen weggooien?"
            description="Wat je hebt ingevuld is nog niet opgeslagen."
            confirmText="Weggooien"
            cancelText="Verder bewerken"
            onConfirm={() => {
              props.onDiscard?.()
              for (const discard of unsaved.values()) discard()
              leave?.()
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Presses the main button on Ctrl or ⌘ with Enter in a field outside a form; a form submits itself. */
function sendByKeys(event: KeyboardEvent, content: HTMLElement | null): void {
  const { target } = event
  if (!isSubmitKey(event) || !(target instanceof HTMLElement && content?.contains(target))) return
  if (!target.matches(FIELDS) || target.closest('form')) return
  event.preventDefault()
  content.querySelector<HTMLElement>('.pv-dialog-footer > .pv-button-primary:not([disabled])')?.click()
}

/** Shows the content of a dialog between title and buttons; it scrolls when it does not fit. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="pv-dialog-body">{children}</div>
}

/** Shows the buttons at the bottom of a dialog. `start` stands at the other side, such as a button that deletes. */
export function DialogFooter({ children, start }: { readonly children: ReactNode; readonly start?: ReactNode }) {
  return (
    <Row gap={8} justify="end" wrap line="above" className="pv-dialog-footer">
      {start !== undefined && <div className="pv-dialog-footer-start">{start}</div>}
      {children}
    </Row>
  )
}

/** Shows a button that closes the dialog around it, by default `Annuleren`. */
export function DialogClose({ children = 'Annuleren' }: { readonly children?: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>
}

const isEmpty = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value === '' && field.type !== 'radio'
    : field.querySelector('.pv-control-empty') !== null

const isFolded = (field: HTMLElement): boolean => field.closest('details:not([open]), [hidden]') !== null

const FIELDS = ['input', 'select', 'textarea', '[role="combobox"]'].map((name) => `${name}:not([disabled])`).join(',')

/**
 * Returns the first field of a dialog; with `isEmptyFirst` the first empty one that is not folded away, if any. Without
 * fields, returns the last button of the footer, else the dialog itself.
 */
function firstField(content: HTMLElement | null, isEmptyFirst = false): HTMLElement | null {
  const body = content?.querySelector<HTMLElement>('.pv-dialog-body')
  const fields = [...(body?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  const empty = isEmptyFirst ? fields.find((field) => isEmpty(field) && !isFolded(field)) : undefined
  const field = empty ?? fields[0]
  return field ?? content?.querySelector<HTMLElement>('.pv-dialog-footer > button:last-of-type') ?? content
}
