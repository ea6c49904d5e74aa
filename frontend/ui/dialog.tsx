import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import {
  createContext,
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
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { Confirm } from './alert-dialog.tsx'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import './dialog.css'
import { onEscape } from './escape.ts'
import { IconButton } from './icon-button.tsx'
import { useReturnFocus } from './return-focus.ts'

interface DialogProps {
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly title: string
  readonly description?: ReactNode
  /** There is unsaved input: closing, Back and leaving the page ask first. */
  readonly dirty?: boolean
  /** The user throws the unsaved input away. */
  readonly onDiscard?: () => void
  /** `drawer` is as high as the window, at its side. */
  readonly size?: 'small' | 'normal' | 'wide' | 'large' | 'drawer'
  /** It is for reading first: its first field, which may lie far below, does not get the focus. */
  readonly forReading?: boolean
  /** Focuses the first empty field, where others are filled in already. */
  readonly startsAtEmpty?: boolean
  /** Where focus goes back to; by default to what had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null>
  /** `DialogBody` and `DialogFooter`, possibly within a `Form`. */
  readonly children: ReactNode
}

const CloseContext = createContext<() => void>(() => {})

/** Asks the dialog around it to close, which first warns about unsaved input. */
const useDialogClose = (): (() => void) => useContext(CloseContext)

/** What is not saved in the forms within a dialog, and how each throws it away. */
type Unsaved = ReadonlyMap<string, () => void>

const UnsavedContext = createContext<(id: string, discard: (() => void) | null) => void>(() => {})

/**
 * Tells the dialog around a form of input that is not saved: it then asks before it closes, as it does for its own.
 * `discard` runs when the user throws that input away.
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

/**
 * A dialog in the middle, a bottom sheet below 768 px (design.md rule 5). Focuses its first field and gives focus back.
 * Radix's own overlay is not used: its scroll lock writes a style element, which the content security policy forbids.
 */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = 'normal', children } = props
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
          className={classNames('pv-dialog', `pv-dialog-${size}`)}
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
          onKeyDown={onEscape(close)}
        >
          <CloseContext value={close}>
            <div className="pv-dialog-header">
              <div>
                <Radix.Title className="pv-dialog-title">{title}</Radix.Title>
                {description !== undefined && (
                  <Radix.Description className="pv-dialog-description">{description}</Radix.Description>
                )}
              </div>
              <IconButton label="Sluiten" icon={<X />} onClick={close} />
            </div>
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

/** The scrolling middle of a dialog. */
export function DialogBody({ children }: { readonly children: ReactNode }) {
  return <div className="pv-dialog-body">{children}</div>
}

/** The buttons of a dialog, at the end; `start` holds a destructive one at the other side. */
export function DialogFooter({ children, start }: { readonly children: ReactNode; readonly start?: ReactNode }) {
  return (
    <div className="pv-dialog-footer">
      {start !== undefined && <div className="pv-dialog-footer-start">{start}</div>}
      {children}
    </div>
  )
}

/** A button that closes the dialog around it, `Annuleren` unless it says otherwise. */
export function DialogClose({ children = 'Annuleren' }: { readonly children?: ReactNode }) {
  return <Button onClick={useDialogClose()}>{children}</Button>
}

const isEmpty = (field: HTMLElement): boolean =>
  field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
    ? field.value === '' && field.type !== 'radio'
    : field.querySelector('.pv-control-empty') !== null

const isFolded = (field: HTMLElement): boolean => field.closest('details:not([open]), [hidden]') !== null

const FIELDS = ['input', 'select', 'textarea', '[role="combobox"]'].map((name) => `${name}:not([disabled])`).join(',')

function firstField(content: HTMLElement | null, isEmptyFirst = false): HTMLElement | null {
  const body = content?.querySelector<HTMLElement>('.pv-dialog-body')
  const fields = [...(body?.querySelectorAll<HTMLElement>(FIELDS) ?? [])]
  const empty = isEmptyFirst ? fields.find((field) => isEmpty(field) && !isFolded(field)) : undefined
  const field = empty ?? fields[0]
  return field ?? content?.querySelector<HTMLElement>('.pv-dialog-footer > button:last-of-type') ?? content
}
