import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { classNames } from '../class-names.ts'
import { dismissToast, type ShownToast } from './toast.ts'
import './toast.css'
import '../layout/text.css'
import { Row } from '../layout/layout.tsx'
import { useToastPlace } from './toast-place.ts'

const icons = { ok: CircleCheck, info: Info, destructive: CircleAlert }

/**
 * Shows a toast with Radix: a screen reader announces it, hover and focus keep it on screen, and F8 moves focus to it.
 * Only `Toaster` uses it.
 */
export default function ToastView({ message }: { readonly message: ShownToast | null }) {
  const tone = message?.tone ?? 'ok'
  const Icon = icons[tone]
  const place = useToastPlace(message)
  return (
    <Radix.Provider label="Melding" swipeDirection="right">
      {message && (
        <Radix.Root
          key={message.id}
          className={classNames('pv-toast', `pv-toast-${tone}`)}
          duration={message.duration}
          onOpenChange={(open) => !open && dismissToast(message.id)}
        >
          <Icon size={18} className="pv-toast-icon" aria-hidden="true" />
          <div className="pv-toast-text pv-grow pv-text-13">
            <Radix.Title className="pv-toast-title pv-weight-strong">{message.title}</Radix.Title>
            {message.description !== undefined && (
              <Radix.Description className="pv-color-muted pv-break">{message.description}</Radix.Description>
            )}
          </div>
          {message.actions && (
            <Row gap={8} wrap className="pv-toast-actions">
              {message.actions.map(({ label, onClick }) => (
                <Radix.Action key={label} asChild altText={label}>
                  <Button size="small" onClick={onClick}>
                    {label}
                  </Button>
                </Radix.Action>
              ))}
            </Row>
          )}
          <Radix.Close asChild>
            <IconButton size="small" label="Melding sluiten" icon={<X />} />
          </Radix.Close>
        </Radix.Root>
      )}
      <Radix.Viewport ref={place} className="pv-toasts" label="Meldingen ({hotkey})" />
    </Radix.Provider>
  )
}
