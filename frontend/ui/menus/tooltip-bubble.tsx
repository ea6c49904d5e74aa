import { Tooltip as Radix } from 'radix-ui'
import './floating.css'
import '../layout/text.css'

interface TooltipBubbleProps {
  readonly text: string
  readonly side: 'bottom' | 'right'
  /** Position of the explained element in the window. */
  readonly box: DOMRect
}

/** Shows the bubble of a tooltip; only `TooltipLayer` uses it. */
export default function TooltipBubble({ text, side, box }: TooltipBubbleProps) {
  const { left, top, width, height } = box
  return (
    <Radix.Provider>
      <Radix.Root open>
        <Radix.Trigger asChild>
          <span className="pv-tooltip-anchor" style={{ left, top, width, height }} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            className="pv-tooltip pv-text-12 pv-weight-medium"
            side={side}
            sideOffset={6}
            collisionPadding={8}
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
