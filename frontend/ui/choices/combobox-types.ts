export interface ComboboxOption<V extends string = string> {
  readonly value: V
  readonly label: string
  /** Small print after the label, such as the team. */
  readonly hint?: string
  /** Other words that find the option. */
  readonly keywords?: readonly string[]
  /** Set for a person: shows initials before the label. */
  readonly person?: boolean
}

/** Query that loads the options; a result of `useQuery` fits. */
export interface OptionSource {
  readonly isPending: boolean
  readonly isFetching: boolean
  readonly isError: boolean
  readonly refetch: () => unknown
}
