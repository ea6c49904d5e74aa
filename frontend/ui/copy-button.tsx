import { Copy } from 'lucide-react'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { toast } from './toast.ts'

interface CopyButtonProps {
  /** What ends up on the clipboard. */
  readonly text: string
  /** What is copied: `API key kopiëren`. */
  readonly label: string
  /** Shows the label instead of only the icon. */
  readonly withText?: boolean
}

/** Copies a text and says whether it worked (spec §8). */
export function CopyButton({ text, label, withText = false }: CopyButtonProps) {
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Gekopieerd' })
    } catch {
      toast({ title: 'Kon niet kopiëren naar klembord', tone: 'destructive' })
    }
  }
  return withText ? (
    <Button icon={<Copy />} onClick={copy}>
      {label}
    </Button>
  ) : (
    <IconButton size="small" icon={<Copy />} label={label} onClick={copy} />
  )
}
