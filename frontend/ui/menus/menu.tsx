import { DropdownMenu as Radix } from 'radix-ui'
import { type ReactElement, type ReactNode, useRef, useState } from 'react'
import { classNames } from '../class-names.ts'
import './floating.css'

interface MenuProps {
  /** Button that opens the menu, such as an `IconButton`. */
  readonly trigger: ReactElement
  readonly align?: 'start' | 'center' | 'end'
  /** `MenuItem` and `MenuSeparator`. */
  readonly children: ReactNode
}

/**
 * Shows a button that opens a menu of actions. Not modal: Radix's modal menu writes a style element, which the content
 * security policy forbids.
 */
export function Menu({ trigger, align = 'end', children }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [home, setHome] = useState<Element | null>(null)
  return (
    <Radix.Root modal={false} onOpenChange={() => setHome(landmarkOf(button.current))}>
      <Radix.Trigger ref={button} asChild>
        {trigger}
      </Radix.Trigger>
      <Radix.Portal container={home}>
        <Radix.Content className="pv-floating pv-menu" align={align} sideOffset={6} collisionPadding={8} loop>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/**
 * Returns the page region (landmark) around the button, in which the menu is drawn. For a screen reader all content
 * must be in a region, and a menu is none itself.
 */
const landmarkOf = (button: Element | null) => button?.closest('[role="dialog"], main, aside, header') ?? null

interface MenuItemProps {
  readonly icon?: ReactNode
  readonly tone?: 'danger'
  readonly disabled?: boolean
  readonly onSelect: () => void
  readonly children: ReactNode
}

/** Shows one action of a `Menu`. */
export function MenuItem({ icon, tone, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      className={classNames('pv-menu-item', tone === 'danger' && 'pv-menu-danger')}
      disabled={disabled}
      onSelect={onSelect}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

/** Shows a thin line between groups of actions in a `Menu`. */
export function MenuSeparator() {
  return <Radix.Separator className="pv-menu-separator" />
}
