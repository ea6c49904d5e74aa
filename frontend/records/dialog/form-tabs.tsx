import type { ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { TabPanel, Tabs } from '../../ui/display/tabs.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { type FormStep, useFormSteps } from './form-steps.tsx'

interface FormTab extends FormStep<ReactNode> {
  /** Number of items in the tab. */
  readonly count?: number
}

interface FormTabsProps<V extends FieldValues, Out> {
  readonly form: UseFormReturn<V, unknown, Out>
  /** Name of the tabs for a screen reader. */
  readonly label: string
  readonly tabs: readonly FormTab[]
}

/**
 * Shows a long form in tabs that can be opened in any order. Hidden tabs keep their input; a failed submit opens the
 * first tab with an error.
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
          <Row as="span" gap={6} className="pv-tone-bad pv-tab-wrong">
            {title} <span className="pv-dot" aria-hidden="true" />
            <span className="pv-hidden">(niet goed ingevuld)</span>
          </Row>
        ) : (
          title
        ),
        ...(count === undefined ? {} : { count }),
      }))}
    >
      {tabs.map(({ title, content }, index) => (
        <TabPanel key={title} value={String(index)} kept={{ shown: index === at }}>
          <Stack gap={16}>{content}</Stack>
        </TabPanel>
      ))}
    </Tabs>
  )
}
