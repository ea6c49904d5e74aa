import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type FormStep, useFormSteps } from '../../records/form-steps.tsx'
import { TabPanel, Tabs } from '../../ui/tabs.tsx'

interface FormTab extends FormStep<ReactNode> {
  /** How much is in it. */
  readonly count?: number
}

interface FormTabsProps<V extends FieldValues, Out> {
  readonly form: UseFormReturn<V, unknown, Out>
  /** What the tabs choose between. */
  readonly label: string
  readonly tabs: readonly FormTab[]
}

/**
 * A long form in tabs that can be gone to in any order; what was typed in the others stays, and sending a form that is
 * wrong goes to the first tab in which something is.
 */
export function FormTabs<V extends FieldValues, Out>({ form, label, tabs }: FormTabsProps<V, Out>) {
  const { at, wrong, goTo } = useFormSteps(form, tabs)
  return (
    <Tabs
      value={String(at)}
      onChange={(next) => goTo(Number(next))}
      label={label}
      tabs={tabs.map(({ title, count }, index) => ({
        value: String(index),
        label: wrong[index] ? (
          <span className="pv-tone-bad pv-tab-wrong">
            {title} <span className="pv-dot" aria-hidden="true" />
            <span className="pv-hidden">(niet goed ingevuld)</span>
          </span>
        ) : (
          title
        ),
        ...(count === undefined ? {} : { count }),
      }))}
    >
      {tabs.map(({ title, content }, index) => (
        <TabPanel key={title} value={String(index)} isKept={{ shown: index === at }}>
          <div className="pv-form-tab">{content}</div>
        </TabPanel>
      ))}
    </Tabs>
  )
}
