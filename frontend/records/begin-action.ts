/** Returns the option of the calls of a new action, by which the audit log shows the action once (decision 118). */
export const beginAction = (): { readonly actionId: string } => ({ actionId: crypto.randomUUID() })
