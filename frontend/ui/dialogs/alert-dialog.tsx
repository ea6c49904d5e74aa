import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { classNames } from '../class-names.ts'
import './dialog.css'
import { isSubmitKey } from '../keys.ts'
import { Row } from '../layout/layout.tsx'
import { Unbroken } from '../layout/unbroken.tsx'
import { onEscape } from './escape.ts'
import { useReturnFocus } from './return-focus.ts'

interface ConfirmProps {
  /** By default true, for a question that exists only while it is asked. */
  readonly open?: boolean
  readonly onOpenChange: (open: boolean) => void
  /** Question that names what is deleted: `Team Roermond verwijderen?` (design.md rule 1). */
  readonly title: string
  readonly description?: ReactNode
  /** Text of the button; null where nothing can be confirmed. */
  readonly confirmText: string | null
  readonly cancelText?: string
  readonly tone?: 'danger' | 'primary'
  /** Set while facts that the answer needs are still loading. */
  readonly waiting?: boolean
  /** Second way to continue, such as `Zonder overdragen deactiveren`. */
  readonly other?: { readonly text: string; readonly onConfirm: () => unknown } | undefined
  /** Element that gets focus afterwards; by default the one that had it before. */
  readonly returnFocus?: RefObject<HTMLElement | null>
  /** Fields that are part of the answer. */
  readonly children?: ReactNode
  /** Called on confirmation. A promise keeps the dialog open and busy until it settles; it closes when fulfilled. */
  readonly onConfirm: () => unknown
}

/**
 * Shows a question that the user must confirm, such as before a deletion, with focus on the cancel button. Leaves out
 * Radix's overlay, whose scroll lock writes a style element that the content security policy forbids.
 */
export function Confirm(props: ConfirmProps) {
  const {
    open = true,
    onOpenChange,
    title,
    description,
    confirmText,
    cancelText = 'Annuleren',
    tone = 'danger',
    other,
  } = props
  const cancel = useRef<HTMLButtonElement>(null)
  const focus = useReturnFocus(props.returnFocus)
  const [busy, setBusy] = useState<'main' | 'other' | null>(null)

  async function confirm(which: 'main' | 'other', answer: () => unknown): Promise<void> {
    setBusy(which)
    try {
      await answer()
      onOpenChange(false)
    } finally {
      setBusy(null)
    }
  }

  return (
    <Radix.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Radix.Portal>
        <div className="pv-overlay pv-overlay-alert" />
        <Radix.Content
          role="alertdialog"
          className={classNames('pv-dialog', 'pv-dialog-alert', other && 'pv-dialog-alert-wide')}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
          onInteractOutside={(event) => event.preventDefault()}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            focus.remember()
            cancel.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            focus.giveBack()
          }}
          onKeyDown={(event) => {
            onEscape(() => !busy && onOpenChange(false))(event)
            if (!isSubmitKey(event) || !props.children || !confirmText || props.waiting === true || busy) return
            event.preventDefault()
            confirm('main', props.onConfirm)
          }}
        >
          <div className="pv-dialog-body">
            <Radix.Title className="pv-dialog-title">{title}</Radix.Title>
            {description !== undefined && (
              <Radix.Description asChild>
                <div className="pv-dialog-description pv-text-13 pv-color-muted">
                  <Unbroken>{description}</Unbroken>
                </div>
              </Radix.Description>
            )}
            {props.children}
          </div>
          <Row gap={8} justify="end" wrap line="above" className="pv-dialog-footer">
            <Button ref={cancel} disabled={busy !== null} onClick={() => onOpenChange(false)}>
              {cancelText}
            </Button>
            {other && (
              <Button
                busy={busy === 'other'}
                disabled={busy === 'main'}
                onClick={() => confirm('other', other.onConfirm)}
              >
                {other.text}
              </Button>
            )}
            {confirmText && (
              <Button
                tone={tone}
                busy={busy === 'main'}
                disabled={props.waiting === true || busy === 'other'}
                onClick={() => confirm('main', props.onConfirm)}
              >
                {confirmText}
              </Button>
            )}
          </Row>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
