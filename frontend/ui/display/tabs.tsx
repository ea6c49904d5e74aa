import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './tabs.css'
import '../layout/layout.css'
import '../layout/text.css'

interface TabsProps<V extends string> {
  readonly value: V
  readonly onChange: (value: V) => void
  /** Name of the tabs for a screen reader. */
  readonly label: string
  readonly tabs: readonly { readonly value: V; readonly label: ReactNode; readonly count?: number }[]
  /** One `TabPanel` per tab. */
  readonly children: ReactNode
}

/** Brings a tab into sight: on a phone, tabs may stand beyond the edge. */
const reveal = (tab: HTMLElement | null) => tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })

/** Shows tabs and the panel of the chosen one. */
export function Tabs<V extends string>({ value, onChange, label, tabs, children }: TabsProps<V>) {
  return (
    <Radix.Root className="pv-tabs" value={value} onValueChange={(next) => onChange(next as V)}>
      <Radix.List className="pv-tab-list pv-line-below" aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            ref={tab.value === value ? reveal : null}
            className="pv-tab pv-rigid pv-text-13 pv-weight-strong pv-color-muted pv-nowrap"
            value={tab.value}
          >
            {tab.label}
            {tab.count !== undefined && <span className="pv-weight-medium pv-tabular pv-color-soft">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {children}
    </Radix.Root>
  )
}

interface TabPanelProps {
  readonly value: string
  /**
   * Set to keep the panel with its input in the page while another tab is shown; `shown` is true while this tab is
   * chosen.
   */
  readonly kept?: { readonly shown: boolean }
  readonly children: ReactNode
}

/**
 * Shows the content of one tab of `Tabs`, while that tab is chosen. With `kept` the hidden content stays in the page,
 * with its input.
 */
export function TabPanel({ value, kept, children }: TabPanelProps) {
  return (
    <Radix.Content className="pv-tab-panel" value={value} {...(kept ? { forceMount: true, hidden: !kept.shown } : {})}>
      {children}
    </Radix.Content>
  )
}
