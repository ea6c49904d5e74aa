import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { IconButton } from '../buttons/icon-button.tsx'
import { toast } from '../messages/toast.ts'

interface CopyButtonProps {
  /** Text that is copied. */
  readonly text: string
  /** Label of the button: `API key kopiëren`. */
  readonly label: string
  /** Shows the label beside the icon. */
  readonly withText?: boolean
  /** Set to show success on the button instead of in a toast, which would cover the text, such as backup codes. */
  readonly inPlace?: boolean
}

const COPIED_MS = 4000

/**
 * Shows a button that copies a text and reports whether it worked (spec §8). With `inPlace` the button itself reports
 * success instead of a toast.
 */
export function CopyButton({ text, label, withText = false, inPlace = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(0)
  useEffect(() => {
    if (copied === 0) return
    const timer = setTimeout(() => setCopied(0), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      if (inPlace) setCopied(copied + 1)
      else toast({ title: 'Gekopieerd' })
    } catch {
      toast({ title: 'Kon niet kopiëren naar klembord', tone: 'destructive' })
    }
  }

  const isCopied = copied > 0
  if (withText) {
    return (
      <Button icon={isCopied ? <Check /> : <Copy />} onClick={copy}>
        <span aria-live="polite">{isCopied ? 'Gekopieerd' : label}</span>
      </Button>
    )
  }
  return (
    <>
      <IconButton size="small" icon={isCopied ? <Check /> : <Copy />} label={label} onClick={copy} />
      {inPlace && (
        <span className="pv-hidden" role="status">
          {isCopied && 'Gekopieerd'}
        </span>
      )}
    </>
  )
}
